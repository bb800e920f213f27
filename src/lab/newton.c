#include "lab/newton.h"

#include <math.h>

void sr_newton_factor(double *matrix, int stride, int size) {
    for (int i = 0; i < size; i++)
        for (int j = 0; j <= i; j++) {
            double *row = &matrix[i * stride], *other = &matrix[j * stride], sum = row[j];
            for (int k = 0; k < j; k++)
                sum -= row[k] * other[k];
            row[j] = i == j ? sqrt(fmax(sum, 1e-12)) : sum / other[j];
        }
}

void sr_newton_solve(const double *lower, int stride, int size, double *vector) {
    for (int i = 0; i < size; i++) {
        for (int k = 0; k < i; k++)
            vector[i] -= lower[i * stride + k] * vector[k];
        vector[i] /= lower[i * stride + i];
    }
    for (int i = size - 1; i >= 0; i--) {
        for (int k = i + 1; k < size; k++)
            vector[i] -= lower[k * stride + i] * vector[k];
        vector[i] /= lower[i * stride + i];
    }
}

/* Cholesky's way with symmetric, positive definite equations, for Newton's method. Matrices lie row
 * by row, `stride` numbers apart; only the lower half is read. */
#ifndef SR_NEWTON_H
#define SR_NEWTON_H

void sr_newton_factor(double *matrix, int stride, int size);
/* With what sr_newton_factor() made of the matrix. */
void sr_newton_solve(const double *lower, int stride, int size, double *vector);

#endif

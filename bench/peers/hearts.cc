// OpenSpiel's Hearts from C++: random legal play, with the information state of whoever decides written, or with
// nothing observed. Decisions a second of processor time, the best of several rounds.
//   hearts SECONDS
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <memory>
#include <random>
#include <vector>

#include "open_spiel/abseil-cpp/absl/types/span.h"
#include "open_spiel/spiel.h"

namespace {

constexpr int kRounds = 3;

double ProcessorSeconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

int PlayOneGame(const open_spiel::Game& game, std::mt19937& chance, std::vector<float>* row) {
  std::unique_ptr<open_spiel::State> state = game.NewInitialState();
  int decisions = 0;
  while (!state->IsTerminal()) {
    if (state->IsChanceNode()) {
      const auto outcomes = state->ChanceOutcomes();
      state->ApplyAction(open_spiel::SampleAction(outcomes, chance).first);
      continue;
    }
    if (row) state->InformationStateTensor(state->CurrentPlayer(), absl::MakeSpan(*row));
    const std::vector<open_spiel::Action> legal = state->LegalActions();
    state->ApplyAction(legal[chance() % legal.size()]);
    decisions++;
  }
  return decisions;
}

double DecisionsASecond(const open_spiel::Game& game, double seconds, std::vector<float>* row) {
  std::mt19937 chance(1);
  double best = 0;
  PlayOneGame(game, chance, row);
  for (int round = 0; round < kRounds; round++) {
    const double began = ProcessorSeconds();
    double made = 0, took = 0;
    do {
      made += PlayOneGame(game, chance, row);
      took = ProcessorSeconds() - began;
    } while (took < seconds / kRounds);
    if (made / took > best) best = made / took;
  }
  return best;
}

}  // namespace

int main(int count, char** words) {
  const double seconds = count > 1 ? std::atof(words[1]) : 3;
  const std::shared_ptr<const open_spiel::Game> game = open_spiel::LoadGame("hearts");
  std::vector<float> row(static_cast<size_t>(game->InformationStateTensorSize()));
  std::printf("Hearts, OpenSpiel\tC++, with information state\t%.0f\n", DecisionsASecond(*game, seconds, &row));
  std::printf("Hearts, OpenSpiel\tC++, nothing observed\t%.0f\n", DecisionsASecond(*game, seconds, nullptr));
  return 0;
}

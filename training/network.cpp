// Trains a network for Odin by self-play, and writes the weights that
// engine/odin_engine/odin/network.py reads. See README.md beside this file.
//
// The network plays a hand against itself, with a little noise in its choices; then every position
// after a move is a training example with the label "this seat went out first", or not.

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <random>
#include <string>
#include <thread>
#include <vector>

using Bits = uint64_t;

// As in network.py.
const int COLOUR = 64, NUMBER = 48, SECOND = 32, THIRD = 16, MAX_SEATS = 6;
const int COUNTS = 0, OWNER = COUNTS + 10 * MAX_SEATS, PASSES = OWNER + MAX_SEATS + 1;
const int TURN = PASSES + MAX_SEATS, SEATS = TURN + MAX_SEATS;
const int PASSED_ON = SEATS + MAX_SEATS + 1, FACTS = PASSED_ON + 27 * (MAX_SEATS - 1);
const float UNITS = 2048;

const int BATCH = 256;
const float RANDOM_MOVES = 0.005f;  // share of moves made at random
const float NOISE = 0.1f;           // scale of the Gumbel noise added to the logits of the others
const float FIRST_RATE = 1e-3f, LAST_RATE = 1e-4f;  // the learning rate, which falls exponentially
const int MOST_MOVES = 600;         // longer hands are dropped

struct Configuration {
  const char *name;
  int colours, fewest, most, places;
};
const Configuration CONFIGURATIONS[] = {
    {"two", 6, 2, 2, 4}, {"two_reduced", 4, 2, 2, 4}, {"many", 6, 3, 6, 5}};
Configuration configuration;

struct Chance {
  std::mt19937_64 generator;
  double share() { return std::uniform_real_distribution<double>(0, 1)(generator); }
  int below(int n) { return std::uniform_int_distribution<int>(0, n - 1)(generator); }
};

// ---- the game ----

Bits of_colour(int colour) { return Bits(511) << 9 * colour; }

Bits of_number(int number) {
  Bits every = 0x201008040201;  // the lowest card of each colour
  return every << number;
}

int size_of(Bits bits) { return __builtin_popcountll(bits); }

bool is_set(Bits bits) {
  for (int colour = 0; colour < configuration.colours; colour++)
    if ((bits & of_colour(colour)) == bits) return true;
  for (int number = 0; number < 9; number++)
    if ((bits & of_number(number)) == bits) return true;
  return false;
}

long value_of(Bits set) {
  int first = __builtin_ctzll(set), colour = first / 9;
  bool one_colour = (set & of_colour(colour)) == set;
  long value = 0;
  if (one_colour)
    for (int row = int(set >> 9 * colour); row; row ^= 1 << (31 - __builtin_clz(row)))
      value = 10 * value + 32 - __builtin_clz(row);
  else
    for (int i = size_of(set); i; i--) value = 10 * value + first % 9 + 1;
  return value;
}

int top_of(Bits set) {
  long value = value_of(set);
  while (value > 9) value /= 10;
  return int(value);
}

struct Move {
  Bits set, take;  // a pass is 0, 0
};

struct Hand {
  int seats, owner, passes, turn;
  Bits table, seen_by_all, deck, held[MAX_SEATS], known[MAX_SEATS];
  int passed_on[MAX_SEATS][3];

  Hand(Chance &chance) {
    memset(this, 0, sizeof *this);
    seats = configuration.fewest + chance.below(configuration.most - configuration.fewest + 1);
    std::vector<int> cards(9 * configuration.colours);
    for (size_t i = 0; i < cards.size(); i++) cards[i] = int(i), deck |= Bits(1) << i;
    std::shuffle(cards.begin(), cards.end(), chance.generator);
    for (int i = 0; i < 9 * seats; i++) held[i / 9] |= Bits(1) << cards[i];
    turn = owner = chance.below(seats);
  }

  void moves(std::vector<Move> &found) const {
    found.clear();
    Bits hand = held[turn];
    if (!table) {
      for (Bits left = hand; left; left &= left - 1) found.push_back({left & -left, 0});
      if (size_of(hand) > 1 && is_set(hand)) found.push_back({hand, 0});
      return;
    }
    found.push_back({0, 0});
    for (int colour = 0; colour < configuration.colours; colour++)
      answers(hand & of_colour(colour), 1, hand, found);
    for (int number = 0; number < 9; number++) answers(hand & of_number(number), 2, hand, found);
  }

  void answers(Bits group, int fewest, Bits hand, std::vector<Move> &found) const {
    int wanted = size_of(table);
    if (size_of(group) < std::max(fewest, wanted)) return;
    long value = value_of(table);
    for (Bits set = group; set; set = (set - 1) & group) {
      int size = size_of(set);
      if (size < fewest || (size != wanted + 1 && (size != wanted || value_of(set) <= value)))
        continue;
      if (set == hand) {
        found.push_back({set, 0});
        continue;
      }
      for (Bits left = table; left; left &= left - 1) found.push_back({set, left & -left});
    }
  }

  void play(Move move) {
    int seat = turn;
    turn = (turn + 1) % seats;
    if (!move.set) {
      int &lowest = passed_on[seat][std::min(size_of(table), 3) - 1];
      if (!lowest || top_of(table) < lowest) lowest = top_of(table);
      if (++passes == seats - 1) seen_by_all |= table, table = 0, passes = 0, turn = owner;
      return;
    }
    seen_by_all |= table & ~move.take;
    held[seat] = (held[seat] & ~move.set) | move.take;
    known[seat] = (known[seat] & ~move.set) | move.take;
    table = move.set, owner = seat, passes = 0;
  }
};

// The input of the network: a hand as one seat sees it.
struct Input {
  Bits places[5];
  int facts[48], count = 0;

  Input(const Hand &hand, int seat) {
    int seats = hand.seats;
    Bits unseen = hand.deck & ~(hand.held[seat] | hand.table | hand.seen_by_all), further = 0;
    for (int i = 1; i < seats; i++) {
      Bits known = hand.known[(seat + i) % seats];
      unseen &= ~known;
      if (i > 1) further |= known;
    }
    Bits all[] = {hand.held[seat], hand.table, unseen, hand.known[(seat + 1) % seats], further};
    memcpy(places, all, sizeof all);
    for (int i = 0; i < seats; i++)
      facts[count++] = COUNTS + 10 * i + size_of(hand.held[(seat + i) % seats]);
    facts[count++] = OWNER + (hand.table ? (hand.owner - seat + seats) % seats : MAX_SEATS);
    facts[count++] = PASSES + hand.passes;
    facts[count++] = TURN + (hand.turn - seat + seats) % seats;
    facts[count++] = SEATS + seats;
    for (int i = 1; i < seats; i++)
      for (int kind = 0; kind < 3; kind++)
        if (int top = hand.passed_on[(seat + i) % seats][kind])
          facts[count++] = PASSED_ON + 27 * (i - 1) + 9 * kind + top - 1;
  }
};

// ---- the network ----

struct Part {
  size_t start, rows, columns;
};

struct Network {
  size_t total = 0;
  Part card, card_bias, many, many_bias, above_colour, above_number, second_bias, fact,
      above_second, third_bias, above_third, last_bias;
  std::vector<float> weights, first_moment, second_moment;

  Part part(size_t rows, size_t columns) {
    Part made = {total, rows, columns};
    total += rows * columns;
    return made;
  }

  Network(int places) {
    card = part(9 * places, COLOUR), card_bias = part(1, COLOUR);
    many = part(54 * places, NUMBER), many_bias = part(9, NUMBER);
    above_colour = part(COLOUR, SECOND), above_number = part(NUMBER, SECOND);
    second_bias = part(1, SECOND), fact = part(FACTS, SECOND);
    above_second = part(SECOND, THIRD), third_bias = part(1, THIRD);
    above_third = part(THIRD, 1), last_bias = part(1, 1);
    weights.assign(total, 0), first_moment.assign(total, 0), second_moment.assign(total, 0);
    scatter(card, 0.2f), scatter(many, 0.3f), scatter(above_colour, 0.06f);
    scatter(above_number, 0.06f), scatter(fact, 0.1f), scatter(above_second, 0.2f);
    scatter(above_third, 0.2f);
  }

  void scatter(Part part, float spread) {
    static std::mt19937 generator(1);
    std::normal_distribution<float> normal(0, spread);
    for (size_t i = 0; i < part.rows * part.columns; i++)
      weights[part.start + i] = normal(generator);
  }

  const float *row(Part part, size_t index) const {
    return &weights[part.start + index * part.columns];
  }

  // Adam without locks: several threads write at once, and a lost update now and then does no harm.
  void learn(std::vector<float> &gradient, float rate) {
    for (size_t i = 0; i < total; i++) {
      float mean = gradient[i] / BATCH;
      first_moment[i] = 0.9f * first_moment[i] + 0.1f * mean;
      second_moment[i] = 0.999f * second_moment[i] + 0.001f * mean * mean;
      weights[i] -= rate * first_moment[i] / (sqrtf(second_moment[i]) + 1e-6f);
      gradient[i] = 0;
    }
  }

  bool read(const char *path) {
    FILE *file = fopen(path, "rb");
    if (!file) return false;
    std::vector<int16_t> stored(total);
    bool whole = fread(stored.data(), 2, total, file) == total && fgetc(file) == EOF;
    fclose(file);
    for (size_t i = 0; whole && i < total; i++) weights[i] = stored[i] / UNITS;
    return whole;
  }

  bool write(const char *path) const {
    std::vector<int16_t> stored(total);
    for (size_t i = 0; i < total; i++)
      stored[i] = int16_t(std::clamp(std::lround(weights[i] * UNITS), -32768L, 32767L));
    FILE *file = fopen(path, "wb");
    if (!file) return false;
    bool whole = fwrite(stored.data(), 2, total, file) == total;
    return (fclose(file) == 0) && whole;
  }
};

void add(float *sums, const float *row, int count, float times = 1) {
  for (int i = 0; i < count; i++) sums[i] += times * row[i];
}

void relu(float *neurons, int count) {
  for (int i = 0; i < count; i++) neurons[i] = std::max(neurons[i], 0.0f);
}

// The forward pass for one position; it keeps the activations for backpropagation.
struct ForwardPass {
  const Network &net;
  const Input &input;
  int cards[6][45], cards_of[6] = {}, counts[9][5], counts_of[9] = {};
  float colours[6][COLOUR], numbers[9][NUMBER], all_colours[COLOUR] = {}, all_numbers[NUMBER] = {};
  float second[SECOND], third[THIRD], logit;

  ForwardPass(const Network &net, const Input &input) : net(net), input(input) {
    memcpy(second, net.row(net.second_bias, 0), sizeof second);
    for (int i = 0; i < input.count; i++) add(second, net.row(net.fact, input.facts[i]), SECOND);
    int held[9][5] = {};
    for (int colour = 0; colour < configuration.colours; colour++) {
      memcpy(colours[colour], net.row(net.card_bias, 0), sizeof colours[colour]);
      for (int place = 0; place < configuration.places; place++)
        for (Bits left = input.places[place] >> 9 * colour & 511; left; left &= left - 1) {
          int number = __builtin_ctzll(left);
          held[number][place]++;
          cards[colour][cards_of[colour]++] = 9 * place + number;
          add(colours[colour], net.row(net.card, 9 * place + number), COLOUR);
        }
      relu(colours[colour], COLOUR);
      add(all_colours, colours[colour], COLOUR);
    }
    for (int number = 0; number < 9; number++) {
      memcpy(numbers[number], net.row(net.many_bias, number), sizeof numbers[number]);
      for (int place = 0; place < configuration.places; place++)
        if (held[number][place]) {
          int row = 6 * (configuration.places * number + place) + held[number][place] - 1;
          counts[number][counts_of[number]++] = row;
          add(numbers[number], net.row(net.many, row), NUMBER);
        }
      relu(numbers[number], NUMBER);
      add(all_numbers, numbers[number], NUMBER);
    }
    for (int i = 0; i < COLOUR; i++)
      add(second, net.row(net.above_colour, i), SECOND, all_colours[i]);
    for (int i = 0; i < NUMBER; i++)
      add(second, net.row(net.above_number, i), SECOND, all_numbers[i]);
    relu(second, SECOND);
    memcpy(third, net.row(net.third_bias, 0), sizeof third);
    for (int i = 0; i < SECOND; i++) add(third, net.row(net.above_second, i), THIRD, second[i]);
    relu(third, THIRD);
    logit = *net.row(net.last_bias, 0);
    for (int i = 0; i < THIRD; i++) logit += third[i] * *net.row(net.above_third, i);
  }

  // Adds the gradient of the cross-entropy loss, and returns the loss in bits.
  float learn(bool went_out, std::vector<float> &gradient) const {
    auto at = [&](Part part, size_t index) { return &gradient[part.start + index * part.columns]; };
    float chance = 1 / (1 + expf(-logit)), error = chance - went_out;
    *at(net.last_bias, 0) += error;
    float to_third[THIRD], to_second[SECOND], to_colours[COLOUR], to_numbers[NUMBER];
    for (int i = 0; i < THIRD; i++) {
      *at(net.above_third, i) += error * third[i];
      to_third[i] = third[i] > 0 ? error * *net.row(net.above_third, i) : 0;
    }
    add(at(net.third_bias, 0), to_third, THIRD);
    back(net.above_second, second, SECOND, to_third, THIRD, to_second, gradient);
    for (int i = 0; i < SECOND; i++)
      if (second[i] <= 0) to_second[i] = 0;
    add(at(net.second_bias, 0), to_second, SECOND);
    for (int i = 0; i < input.count; i++) add(at(net.fact, input.facts[i]), to_second, SECOND);
    back(net.above_colour, all_colours, COLOUR, to_second, SECOND, to_colours, gradient);
    for (int colour = 0; colour < configuration.colours; colour++) {
      float to_colour[COLOUR];
      for (int i = 0; i < COLOUR; i++) to_colour[i] = colours[colour][i] > 0 ? to_colours[i] : 0;
      add(at(net.card_bias, 0), to_colour, COLOUR);
      for (int i = 0; i < cards_of[colour]; i++)
        add(at(net.card, cards[colour][i]), to_colour, COLOUR);
    }
    back(net.above_number, all_numbers, NUMBER, to_second, SECOND, to_numbers, gradient);
    for (int number = 0; number < 9; number++) {
      float to_number[NUMBER];
      for (int i = 0; i < NUMBER; i++) to_number[i] = numbers[number][i] > 0 ? to_numbers[i] : 0;
      add(at(net.many_bias, number), to_number, NUMBER);
      for (int i = 0; i < counts_of[number]; i++)
        add(at(net.many, counts[number][i]), to_number, NUMBER);
    }
    return -log2f(std::max(went_out ? chance : 1 - chance, 1e-6f));
  }

  void back(Part above, const float *said, int count, const float *errors, int columns,
            float *passed_on, std::vector<float> &gradient) const {
    for (int i = 0; i < count; i++) {
      const float *row = net.row(above, i);
      passed_on[i] = 0;
      for (int j = 0; j < columns; j++) passed_on[i] += row[j] * errors[j];
      add(&gradient[above.start + i * above.columns], errors, columns, said[i]);
    }
  }
};

// ---- learning ----

std::atomic<long> hands_played(0);

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

Move choose(const Network &net, const Hand &hand, const std::vector<Move> &moves, Chance &chance) {
  if (moves.size() == 1 || chance.share() < RANDOM_MOVES)
    return moves[chance.below(int(moves.size()))];
  Move best = moves[0];
  float highest = -1e9f;
  for (Move move : moves) {
    Hand next = hand;
    next.play(move);
    Input input(next, hand.turn);
    float noise = -logf(-logf(float(chance.share()) + 1e-12f) + 1e-12f);
    float score = ForwardPass(net, input).logit + NOISE * noise;
    if (score > highest) highest = score, best = move;
  }
  return best;
}

void train(Network &net, int thread, double seconds, const char *path) {
  Chance chance{std::mt19937_64(uint64_t(time(nullptr)) * 7919 + thread)};
  std::vector<float> gradient(net.total, 0);
  std::vector<Move> moves;
  std::vector<std::pair<Input, int>> positions;
  double begun = now(), told = begun, loss = 0;
  int learned = 0, examples = 0;
  while (now() < begun + seconds) {
    Hand hand(chance);
    positions.clear();
    int winner = -1;
    while (winner < 0 && positions.size() < MOST_MOVES) {
      hand.moves(moves);
      int seat = hand.turn;
      for (Move move : moves)
        if (move.set == hand.held[seat]) winner = seat;
      if (winner >= 0) break;
      hand.play(choose(net, hand, moves, chance));
      positions.emplace_back(Input(hand, seat), seat);
    }
    if (winner < 0) continue;
    float rate = FIRST_RATE * powf(LAST_RATE / FIRST_RATE, float((now() - begun) / seconds));
    for (auto &[input, seat] : positions) {
      loss += ForwardPass(net, input).learn(seat == winner, gradient), examples++;
      if (++learned % BATCH == 0) net.learn(gradient, rate);
    }
    hands_played++;
    if (thread == 0 && now() > told + 60) {
      printf("%5.0f s, %ld hands, %.4f bits\n", now() - begun, hands_played.load(),
             loss / examples);
      fflush(stdout);
      net.write(path);
      told = now(), loss = 0, examples = 0;
    }
  }
}

int main(int count, char **words) {
  for (const Configuration &each : CONFIGURATIONS)
    if (count > 3 && !strcmp(words[1], each.name)) configuration = each;
  double minutes = count > 2 ? atof(words[2]) : 0;
  if (!configuration.name || minutes <= 0) {
    fprintf(stderr, "usage: network two|two_reduced|many MINUTES FILE [FILE TO GO ON FROM]\n");
    return 2;
  }
  Network net(configuration.places);
  if (count > 4 && !net.read(words[4])) {
    fprintf(stderr, "network: %s does not hold the weights of %s\n", words[4], configuration.name);
    return 1;
  }
  std::vector<std::thread> threads;
  for (unsigned i = 0; i < std::max(1u, std::thread::hardware_concurrency()); i++)
    threads.emplace_back(train, std::ref(net), int(i), 60 * minutes, words[3]);
  for (std::thread &thread : threads) thread.join();
  printf("%ld hands\n", hands_played.load());
  if (net.write(words[3])) return 0;
  perror(words[3]);
  return 1;
}

// What the page of results and ratings says, in both languages; loaded with it.

import type { Lang } from '../protocol';
import { counted } from './plural';

const en = {
  my_results: 'My results',
  no_results: 'Nothing yet: finished games are counted here.',
  won_of: (wins: number, games: number) => `Won ${wins} of ${counted('en', games, { one: 'game', other: 'games' })}`,
  mean_rank: 'Mean place',
  most_points: 'Most points',
  rating: 'Rating',
  not_rated: 'none yet',
  doubt: 'Rating and how far it may be off',
  decimal: (value: number) => value.toFixed(2),
  best_players: 'The best',
  rank: 'Place',
  player: 'Player',
  rated_games: 'Games',
  nobody_rated: 'Nobody has a rating at this game yet.',
  rating_note: 'Rated are games without hints in which at least two people with claimed names play; bots and guests do not count. Everybody begins with 1500, and the bar shows how far a rating may be off. The order is by what one has shown for certain.',
  rating_line: (rating: number, doubt: number) => `rating ${rating} ± ${doubt}`,
};

const ru: typeof en = {
  my_results: 'Мои результаты',
  no_results: 'Пока ничего: здесь считаются законченные партии.',
  won_of: (wins, games) => `Побед: ${wins} из ${counted('ru', games, { one: 'партии', few: 'партий', many: 'партий', other: 'партии' })}`,
  mean_rank: 'Среднее место',
  most_points: 'Больше всего очков',
  rating: 'Рейтинг',
  not_rated: 'пока нет',
  doubt: 'Рейтинг и его возможная ошибка',
  decimal: (value) => value.toFixed(2).replace('.', ','),
  best_players: 'Лучшие',
  rank: 'Место',
  player: 'Игрок',
  rated_games: 'Партии',
  nobody_rated: 'В этой игре рейтинга пока нет ни у кого.',
  rating_note: 'Рейтинг дают партии без советов, в которых играют хотя бы два человека с закреплёнными именами; боты и гости не учитываются. Все начинают с 1500, а полоса показывает возможную ошибку рейтинга. Порядок — по тому, что показано наверняка.',
  rating_line: (rating, doubt) => `рейтинг ${rating} ± ${doubt}`,
};

export const ratingsTexts: { [lang in Lang]: typeof en } = { en, ru };

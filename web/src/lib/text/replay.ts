// What the page of a finished game says, in both languages; loaded with it.

import type { Lang } from '../protocol';

const en = {
  replay_title: (game: string) => `Replay: ${game}`,
  replay_move: (ply: number, all: number) => `Move ${ply} of ${all}`,
  replay_start: 'To the start',
  replay_end: 'To the end',
  replay_back: 'One move back',
  replay_on: 'One move on',
  replay_play: 'Play',
  replay_pause: 'Pause',
  replay_seen_by: 'Seen by',
  replay_referee: 'everything (referee)',
  replay_nobody: 'a spectator',
  replay_share: 'Copy link to this move',
  replay_fork: 'Play on from here',
  replay_fork_note: 'A new table against bots. What your seat did not know then is dealt anew.',
  replay_fork_as: 'as',
  replay_fork_bots: 'Bots',
  replay_charts: 'Charts',
  replay_chances: 'Chances to win',
  replay_scores: 'Scores',
  replay_chart_wait: 'The bots are still thinking it through…',
  replay_deal: 'The deal',
};

const ru: typeof en = {
  replay_title: (game) => `Просмотр: ${game}`,
  replay_move: (ply, all) => `Ход ${ply} из ${all}`,
  replay_start: 'В начало',
  replay_end: 'В конец',
  replay_back: 'Ход назад',
  replay_on: 'Ход вперёд',
  replay_play: 'Пуск',
  replay_pause: 'Пауза',
  replay_seen_by: 'Глазами',
  replay_referee: 'судьи (видно всё)',
  replay_nobody: 'зрителя',
  replay_share: 'Ссылка на этот ход',
  replay_fork: 'Играть отсюда',
  replay_fork_note: 'Новый стол против ботов. Чего ваше место тогда не знало, раздаётся заново.',
  replay_fork_as: 'за игрока',
  replay_fork_bots: 'Боты',
  replay_charts: 'Графики',
  replay_chances: 'Шансы на победу',
  replay_scores: 'Счёт',
  replay_chart_wait: 'Боты ещё обдумывают партию…',
  replay_deal: 'Раздача',
};

export const replayTexts: { [lang in Lang]: typeof en } = { en, ru };

// Words about the house in the browser, which come when there is something to say about it.

export const hereTexts = {
  en: {
    waits: 'A bot waits for a file that cannot be fetched now. It is tried again; the game goes on when it is here.',
    away: 'The house is out of reach. Games against bots go on in this browser, and stay here.',
    here: 'This game is played in your browser: it stays here, and needs no connection.',
    brought: (count: number, of: number, why: string) => `Games brought: ${count} of ${of}${why === '' ? '' : `. Not all could be read: ${why}`}`,
  },
  ru: {
    waits: 'Бот ждёт файл, который сейчас не загрузить. Попытки повторяются; партия продолжится, когда файл придёт.',
    away: 'Дом сейчас недоступен. Партии с ботами продолжаются в этом браузере и остаются здесь.',
    here: 'Эта партия идёт в вашем браузере: она остаётся здесь, и связь ей не нужна.',
    brought: (count: number, of: number, why: string) => `Загружено партий: ${count} из ${of}${why === '' ? '' : `. Не все удалось прочитать: ${why}`}`,
  },
};

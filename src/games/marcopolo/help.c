/* The Voyages of Marco Polo: how to play, in our own words. */
#include "state.h"

/* The tables of contracts, cards, goals and tokens are spelt from the components themselves. */
#define LINE_EN(en, ru) en "\n"
#define LINE_RU(en, ru) ru "\n"

#define ROW_EN_camel "Camels"
#define ROW_RU_camel "Верблюды"
#define ROW_EN_pepper "Pepper"
#define ROW_RU_pepper "Специи"
#define ROW_EN_silk "Silk"
#define ROW_RU_silk "Шёлк"
#define ROW_EN_gold "Gold"
#define ROW_RU_gold "Золото"

static const struct sr_chapter chapters[] = {
    {SR_TEXT("What it is about", "О чём игра"),
     SR_TEXT("You travel the roads between Venice and Beijing in the days of Marco Polo. Dice buy "
             "goods, camels and contracts; goods and camels fulfil the contracts; journeys found "
             "trading posts in distant cities and provinces. After five rounds whoever has most "
             "points wins.\n"
             "Goods are gold, silk and pepper; camels are not goods.",
             "Вы идёте дорогами между Венецией и Пекином во времена Марко Поло. Кубики приносят "
             "товары, верблюдов и контракты; товары и верблюды нужны для контрактов; в дальних "
             "городах и провинциях вы строите фактории. После пяти раундов побеждает тот, у кого "
             "больше очков.\n"
             "Товары — это золото, шёлк и специи; верблюды не товары.")},
    {SR_TEXT("Setting up", "Подготовка"),
     SR_TEXT("The first place at the table begins. Everybody starts in Venice with five dice, nine "
             "posts, two camels, one starting "
             "contract and 7, 8, 9 or 10 coins in the order of the seats, a character and two "
             "secret goals. Seven of the ten city tokens and nine of the 31 city cards are on the "
             "map, six contracts in the row. There is one black die more than players. With three "
             "players a neutral die blocks one of the Khan's four cells, with two players two of "
             "them, and another one lies on \"Take 5 coins\" for good.\n"
             "Options: province bonuses at random; characters chosen from one more than there are "
             "players, the last seat first; four goals dealt, of which two are kept.",
             "Начинает первое место за столом. Все стартуют в Венеции: пять кубиков, девять "
             "факторий, два верблюда, один начальный "
             "контракт и 7, 8, 9 или 10 монет по порядку мест, персонаж и две тайные цели. На "
             "карте лежат семь из десяти жетонов городов и девять из 31 карты города, в ряду — "
             "шесть контрактов. Чёрных кубиков на один больше, чем игроков. Втроём нейтральный "
             "кубик занимает одну из четырёх ячеек хана, вдвоём — две, и ещё один всегда лежит на "
             "«5 монетах».\n"
             "Варианты: случайные бонусы провинций; выбор персонажей, которых на одного больше, "
             "чем игроков, начиная с последнего места; четыре цели, из которых остаются две.")},
    {SR_TEXT("The round", "Раунд"),
     SR_TEXT(
         "1. Who last used the travel action in the round before begins (steps gained elsewhere do "
         "not count; if nobody did, nothing changes).\n"
         "2. Everybody receives what the character gives each round, and the bonus of each "
         "province "
         "with an own post.\n"
         "3. All dice come back and are rolled. Whoever rolls less than 15 in all receives "
         "the difference in coins and camels, as liked.\n"
         "4. Turn by turn everybody places dice until all are used.\n"
         "5. Contracts left in the row go under the special pile; six new ones come.",
         "1. Начинает тот, кто в прошлом раунде последним выполнил действие путешествия (шаги, "
         "полученные иначе, не считаются; если никто — всё остаётся как было).\n"
         "2. Каждый получает то, что даёт персонаж, и бонусы провинций со своими факториями.\n"
         "3. Все кубики возвращаются, и их бросают. Если сумма меньше 15, разницу получают "
         "монетами и верблюдами в любом сочетании.\n"
         "4. Ход за ходом игроки выставляют кубики, пока не кончатся все.\n"
         "5. Оставшиеся в ряду контракты уходят под особую стопку, выкладываются шесть новых.")},
    {SR_TEXT("Your turn", "Ваш ход"),
     SR_TEXT("One main action is compulsory as long as you have dice; before and after it any "
             "number of bonus actions. Choose the action first, then the dice, lowest first. The "
             "lowest die counts, and you may use less than it allows.\n"
             "A space that already holds dice costs as many coins as your lowest die shows. Dice "
             "of your colour may go to a space once a round; black and the white die as often as "
             "you like. The Khan, the city cards and the purse are never paid for.",
             "Пока есть кубики, одно основное действие обязательно; до и после него — сколько "
             "угодно дополнительных. Сначала выбирается действие, затем кубики, начиная с "
             "наименьшего. Считается наименьший, и можно взять меньше, чем он позволяет.\n"
             "Занятая ячейка стоит столько монет, сколько показывает ваш наименьший кубик. Кубики "
             "вашего цвета можно ставить в ячейку раз за раунд, чёрные и белый — сколько угодно. "
             "За хана, карты городов и кошелёк не платят никогда.")},
    {SR_TEXT("Main actions", "Основные действия"),
     SR_TEXT(
         "Take 5 coins: one die of any value.\n"
         "Bazaar: camels and pepper one die, silk two, gold three; take any column up to the "
         "lowest die.\n"
         "The Khan's favour: one die for a good of choice and two camels. Four cells, each "
         "die at least as high as the one before.\n"
         "Contracts: one die; take one or two contracts from the slots up to it. Slot 5 also "
         "gives a coin or a camel, slot 6 two coins or two camels. When the row is emptied in "
         "mid-round, two new "
         "contracts come. You have two slots; when they are full, old contracts go: starting "
         "contracts leave the game, others go under the special pile.\n"
         "Travel: two dice; see the next chapter.\n"
         "City card: one die on a card of a city where you have a post since an earlier turn. "
         "Each card serves one die a round, and its exchange may be made as many times as the die "
         "shows. First everything is paid, then everything received.",
         "5 монет: один кубик с любым значением.\n"
         "Базар: верблюды и специи — один кубик, шёлк — два, золото — три; берите любой "
         "столбец не выше наименьшего кубика.\n"
         "Милость хана: один кубик за товар на выбор и двух верблюдов. Четыре ячейки, каждый "
         "кубик не меньше предыдущего.\n"
         "Контракты: один кубик; возьмите один или два контракта с клеток до его значения. "
         "Клетка 5 даёт ещё монету или верблюда, клетка 6 — две монеты или двух верблюдов. "
         "Когда ряд опустеет среди раунда, в нём появляются два новых "
         "контракта. Ваших клеток две; когда они полны, старые контракты уходят: начальные — из "
         "игры, прочие — под особую стопку.\n"
         "Путешествие: два кубика; смотрите следующую главу.\n"
         "Карта города: один кубик на карту города, где ваша фактория стоит с прежнего хода. "
         "Карта принимает один кубик за раунд, а её обмен можно сделать столько раз, сколько "
         "показывает кубик. Сначала вся плата, потом вся награда.")},
    {SR_TEXT("Travel and posts", "Путешествия и фактории"),
     SR_TEXT("Walk up to as many steps as the lowest of the two dice. One step costs 3 coins, two "
             "7, three or four 12, five or six 18 in all; many roads cost camels or coins on top. "
             "You walk and pay step by step and may stop after any.\n"
             "Where the journey ends you must build a post, unless it is an oasis or Venice or "
             "you have one there. Any number of players may have a post in the same place. The "
             "first post in a city takes the token there; a province "
             "gives its bonus at once and in every later round; in Beijing you take the best free "
             "space. The eighth post scores 5 at once, the ninth 10. When all are built, one of "
             "them moves to the new place.\n"
             "A single step that you gain elsewhere costs only the road, and may be declined.",
             "Пройдите не больше шагов, чем наименьший из двух кубиков. Один шаг стоит 3 монеты, "
             "два — 7, три или четыре — 12, пять или шесть — 18 за всё; многие дороги стоят ещё "
             "верблюдов или монет. Вы идёте и платите шаг за шагом и можете остановиться после "
             "любого.\n"
             "Где путь окончен, там обязательно строится фактория — кроме оазисов, Венеции и мест, "
             "где она у вас уже есть. В одном месте могут стоять фактории нескольких игроков. "
             "Первая фактория в городе забирает его жетон; провинция даёт "
             "бонус сразу и в начале каждого следующего раунда; в Пекине занимается лучшее "
             "свободное место. Восьмая фактория сразу приносит 5 очков, девятая — 10. Когда "
             "построены все, одна из них переносится на новое место.\n"
             "Отдельный шаг, полученный иначе, стоит только дорогу, и от него можно отказаться.")},
    {SR_TEXT("Bonus actions", "Дополнительные действия"),
     SR_TEXT(
         "Complete a contract: pay its goods and camels, receive its points and its reward.\n"
         "Purse: a die of any value for 3 coins, as often as you like; but the turn also needs a "
         "main action, and only the very last die may go to the purse alone.\n"
         "Roll one of your dice again: 1 camel. Turn it up or down by 1: 2 camels.\n"
         "Take a black die and roll it: 3 camels, once a turn.",
         "Выполнить контракт: отдайте товары и верблюдов, получите очки и награду.\n"
         "Кошелёк: любой кубик за 3 монеты, сколько угодно раз; но ходу нужно и основное действие, "
         "и только самый последний кубик может уйти в кошелёк без него.\n"
         "Перебросить свой кубик: 1 верблюд. Изменить его на 1: 2 верблюда.\n"
         "Взять чёрный кубик и бросить его: 3 верблюда, раз за ход.")},
    {SR_TEXT("Characters", "Персонажи"),
     {{
#define ABILITY(id, en, ru) NAME_EN_##id ": " en ".\n"
#include "components.def"
         ,
#define ABILITY(id, en, ru) NAME_RU_##id ": " ru ".\n"
#include "components.def"
     }}},
    {SR_TEXT("The end", "Конец игры"),
     SR_TEXT("After the fifth round add: the points of each goal with your posts in both of its "
             "places; 1, 3, 6 or 10 for one, two, three or four different places on your goals; 1 "
             "for every 10 coins; with a post in Beijing the points of its space (10, 7, 4, 1) "
             "and 1 for every two goods; 7 to each who completed the most contracts, also on a "
             "tie. A tie goes to "
             "the one with more camels; if that is equal too, the victory is shared.",
             "После пятого раунда прибавьте: очки каждой цели, если ваши фактории стоят в обоих её "
             "местах; 1, 3, 6 или 10 за одно, два, три или четыре разных места с ваших целей; 1 за "
             "каждые 10 монет; при фактории в Пекине — очки её места (10, 7, 4, 1) и 1 за каждые "
             "два товара; 7 каждому, кто выполнил больше всех контрактов, в том числе при "
             "равенстве. При ничьей решает число "
             "верблюдов; если равно и оно, победа общая.")},
    {SR_TEXT("Table: the bazaar", "Таблица: базар"),
     {{"What each column gives; any column up to your lowest die may be taken.\n"
#define BAZAAR(row, column, gain, effect, en, ru) ROW_EN_##row " " #column ": " en "\n"
#include "components.def"
       ,
       "Что даёт каждый столбец; можно взять любой не выше наименьшего кубика.\n"
#define BAZAAR(row, column, gain, effect, en, ru) ROW_RU_##row " " #column ": " ru "\n"
#include "components.def"
     }}},
    {SR_TEXT("Table: cards, tokens, bonuses, goals", "Таблица: карты, жетоны, бонусы, цели"),
     {{"City cards; what stands left of the arrow is paid each time:\n"
#define CITY_CARD(id, kind, pay, get, from, en, ru) LINE_EN(en, ru)
#include "components.def"
       "City tokens:\n"
#define TOKEN(id, gain, effect, en, ru) LINE_EN(en, ru)
#include "components.def"
       "Province bonuses:\n"
#define BONUS(letter, gain, effect, en, ru) LINE_EN(en, ru)
#include "components.def"
       "Goals:\n"
#define GOAL(id, city, province, points_, en, ru) LINE_EN(en, ru)
#include "components.def"
       ,
       "Карты городов; слева от стрелки — плата за каждый раз:\n"
#define CITY_CARD(id, kind, pay, get, from, en, ru) LINE_RU(en, ru)
#include "components.def"
       "Жетоны городов:\n"
#define TOKEN(id, gain, effect, en, ru) LINE_RU(en, ru)
#include "components.def"
       "Бонусы провинций:\n"
#define BONUS(letter, gain, effect, en, ru) LINE_RU(en, ru)
#include "components.def"
       "Цели:\n"
#define GOAL(id, city, province, points_, en, ru) LINE_RU(en, ru)
#include "components.def"
     }}},
    {SR_TEXT("Table: contracts", "Таблица: контракты"),
     {{"The first six are starting contracts. Price, then points and reward:\n"
#define CONTRACT(id, price, reward, effect1, effect2, en, ru) LINE_EN(en, ru)
#include "components.def"
       ,
       "Первые шесть — начальные контракты. Цена, затем очки и награда:\n"
#define CONTRACT(id, price, reward, effect1, effect2, en, ru) LINE_RU(en, ru)
#include "components.def"
     }}},
};
const struct sr_chapters marcopolo_chapters = SR_TABLE(chapters);

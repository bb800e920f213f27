/* Gugong: how to play, in our own words. */
#include "state.h"

/* What a decree costs, and what it brings at once. */
#define COST_EN_1 "costs 1 servant"
#define COST_EN_2 "costs 2 servants"
#define COST_EN_3 "costs 3 servants"
#define COST_RU_1 "стоит 1 слугу"
#define COST_RU_2 "стоит 2 слуг"
#define COST_RU_3 "стоит 3 слуг"
#define POINTS_EN_0 ""
#define POINTS_EN_2 ", 2 points at once"
#define POINTS_EN_3 ", 3 points at once"
#define POINTS_EN_4 ", 4 points at once"
#define POINTS_RU_0 ""
#define POINTS_RU_2 ", сразу 2 очка"
#define POINTS_RU_3 ", сразу 3 очка"
#define POINTS_RU_4 ", сразу 4 очка"
#define SET_EN_player1 "First hand"
#define SET_EN_player2 "Second hand"
#define SET_EN_player3 "Third hand"
#define SET_EN_player4 "Fourth hand"
#define SET_EN_player5 "Fifth hand"
#define SET_EN_board "Board"
#define SET_EN_deck "Deck"
#define SET_RU_player1 "Первая рука"
#define SET_RU_player2 "Вторая рука"
#define SET_RU_player3 "Третья рука"
#define SET_RU_player4 "Четвёртая рука"
#define SET_RU_player5 "Пятая рука"
#define SET_RU_board "Поле"
#define SET_RU_deck "Колода"
#define ACTION_EN_nothing "no action"
#define ACTION_EN_servant "1 servant"
#define ACTION_EN_servants2 "2 servants"
#define ACTION_EN_swap "swap a gift"
#define ACTION_EN_wall "Great Wall"
#define ACTION_EN_intrigue "Intrigue"
#define ACTION_EN_palace "Palace"
#define ACTION_EN_decrees "Decrees"
#define ACTION_EN_canal "Grand Canal"
#define ACTION_RU_nothing "без действия"
#define ACTION_RU_servant "1 слуга"
#define ACTION_RU_servants2 "2 слуги"
#define ACTION_RU_swap "обмен подарка"
#define ACTION_RU_wall "Великая стена"
#define ACTION_RU_intrigue "интриги"
#define ACTION_RU_palace "дворец"
#define ACTION_RU_decrees "указы"
#define ACTION_RU_canal "Великий канал"

static const struct sr_chapter chapters[] = {
    {SR_TEXT("What it is about", "О чём игра"),
     SR_TEXT("Bribes are forbidden at the court of the Ming, so families exchange gifts. You offer "
             "an official something precious, take home a trifle, and he lets you act. After four "
             "days the family with the most points wins, but only if its envoy has reached the "
             "Palace of Heavenly Purity. Whoever has not scores nothing.",
             "Взятки при дворе Мин запрещены, поэтому семьи обмениваются подарками. Вы подносите "
             "чиновнику что-то ценное, уносите безделицу, а он позволяет вам действовать. Через "
             "четыре дня побеждает семья с наибольшим числом очков, но только если её проситель "
             "дошёл до дворца Небесной Чистоты. Кто не дошёл, не получает ничего.")},
    {SR_TEXT("Setting up", "Подготовка"),
     SR_TEXT(
         "Everybody has 12 servants, 6 in the pool and 6 in the supply, four gifts of an own set, "
         "three ships, an envoy, a traveller and a marker of intrigue. Seven gifts lie on the "
         "areas, the rest of the deck beside the board. On the cities lie travel tokens, in "
         "the houses jade; of the decrees two of each of the three levels are in play. Three dice "
         "of destiny are rolled. The first place at the table begins (or the lot, if you like), "
         "and the others follow clockwise. The markers of intrigue are stacked, that of the first "
         "player "
         "at the bottom.",
         "У каждого 12 слуг — 6 в штате и 6 в запасе, четыре подарка своего набора, три джонки, "
         "проситель, путник и фишка интриг. Семь подарков лежат в областях, остальные — в "
         "колоде. В городах лежат жетоны путешествий, в домах — нефриты; из указов в игре по "
         "два каждого из трёх уровней. Бросают три кубика судьбы. Начинает первое место за столом "
         "(или тот, кого выберет жребий), остальные — по часовой стрелке. Фишки интриг сложены в "
         "стопку, фишка первого игрока — внизу.")},
    {SR_TEXT("Your turn", "Ваш ход"),
     SR_TEXT(
         "Lay a gift from your hand on one of the seven areas and take the gift that lies "
         "there into your discard; it is yours again tomorrow. If yours is worth more, you "
         "may act: first the action on your card, then the action of the area, or only one of "
         "them. If it is worth the same or less, return 2 servants from your pool, or put a "
         "second gift from your hand aside, or exchange without acting. A 1 is good enough for a 9 "
         "(unless a "
         "special token makes it a 2). A gift with a swap on it lets you exchange one of your "
         "gifts, from hand or discard, for one that lies on the board. Who has no gift left is "
         "passed over; the day ends when all hands are empty.",
         "Положите подарок из руки в одну из семи областей и заберите лежащий там подарок в "
         "сброс: завтра он ваш. Если ваш дороже, можете действовать: сначала действие вашей "
         "карты, затем действие области, или только одно из них. Если он такой же или дешевле, "
         "верните 2 слуг из штата, или отложите в сброс ещё один подарок из руки, или обменяйте "
         "без действий. Единицы достаточно для девятки (если только особый жетон не сделал "
         "её двойкой). Подарок с обменом меняет один ваш подарок, из руки или из сброса, на "
         "лежащий на поле. У кого подарков нет, тот пропускает ход; день кончается, когда у всех "
         "пусты руки.")},
    {SR_TEXT("Servants and the pair", "Слуги и пара"),
     SR_TEXT(
         "You have 12 servants. Those in your pool can be used; what you pay goes to your "
         "supply and comes back each morning (4), by matching dice, cards, tokens and decrees. "
         "The pair is won in a harbour. On the wall and on a ship it always counts as two; when "
         "you pay it may "
         "stand for two or, if you like, for one. It may come back to your pool wherever you gain "
         "a "
         "single servant. It never stands on decrees or in a cell of harbour rewards. Of your own "
         "servants at most one stands by each decree.",
         "У вас 12 слуг. Действуют те, что в штате; уплаченные уходят в запас и возвращаются "
         "по утрам (4), за совпадения с кубиками, карты, жетоны и указы. Пару слуг дают в "
         "гавани. На стене и на джонке она всегда считается за двоих, при оплате — за "
         "двоих или, если хотите, за одного; в штат она может вернуться вместо одного получаемого "
         "слуги. На указы и в ячейки наград гавани её не ставят. У каждого указа стоит не больше "
         "одного вашего слуги.")},
    {SR_TEXT("Travel", "Путешествия"),
     SR_TEXT("Move your traveller once, or pay 2 servants to move twice. Along the roads the next "
             "city that still has a token stops him; the first time he starts in any of them. Use "
             "the token's benefit at once if you like, then keep it on one of six places; if all "
             "are full, exchange some first.  Whenever "
             "you are asked anything you may exchange tokens: 2 for a servant, 4 for 2 points, 6 "
             "for a jade. Special tokens work until the end of the day and need a servant: your "
             "gifts count one more; or a rival who acts in an area loses a point to you; or you "
             "may act there after him.",
             "Переместите путника один раз или, вернув 2 слуг, дважды. По дорогам он идёт до "
             "ближайшего города, где ещё есть жетон; впервые — в любой такой город. Бонус жетона "
             "можно получить сразу, затем жетон ложится на одно из шести мест; если все заняты, "
             "сперва обменяйте часть. Всякий раз, когда "
             "вас о чём-то спрашивают, жетоны можно обменять: 2 на слугу, 4 на 2 очка, 6 на "
             "нефрит. Особые жетоны действуют до конца дня и занимают слугу: ваши подарки дороже "
             "на 1; или соперник, действующий в области, отдаёт вам очко; или вы действуете там "
             "вслед за ним.")},
    {SR_TEXT("Great Wall and influence", "Великая стена и интриги"),
     SR_TEXT(
         "Place a servant on the wall, or pay 1 to place up to 2. With 4, 4, 5, 6 or 7 "
         "servants (1 to 5 players) a part is finished: who has most there gets 3 points and a "
         "step to the palace, and takes the own servants home to the supply; those of the others "
         "stay. Then everybody who had a servant "
         "there may, starting with the one furthest behind, move the intrigue marker back: 1 "
         "for a servant, 3 for two, 5 to turn a die, 7 for a jade.\n"
         "Intrigue: one step, and the first to do so each day takes the medal and becomes first "
         "player tomorrow; or pay 1 for three steps. The track ends at 14. All ties are won by the "
         "marker that is ahead; on the same "
         "cell, by the one on top.",
         "Поставьте слугу на стену или, вернув 1, до двух. При 4, 4, 5, 6 или 7 слугах (от 1 "
         "до 5 игроков) часть стены готова: у кого там больше слуг, получает 3 очка и шаг ко "
         "дворцу и забирает своих слуг в запас, чужие остаются. Затем каждый, чей слуга был на "
         "стене, начиная с "
         "отстающего, может отодвинуть фишку интриг: на 1 — за слугу, на 3 — за двух, на 5 — "
         "чтобы повернуть кубик, на 7 — за нефрит.\n"
         "Интриги: один шаг, и первый в этот день берёт жетон следующего первого игрока и "
         "завтра начинает; или, вернув 1 слугу, три шага. Шкала кончается делением 14. Все ничьи "
         "решает фишка, стоящая впереди, а на одном делении — "
         "верхняя.")},
    {SR_TEXT("Jade, palace, decrees", "Нефриты, дворец, указы"),
     SR_TEXT(
         "Jade: pay the price of a house that still has its jade (3, 3, 4, 4 servants; with four "
         "and five players 3, 3, 3, 4, 4, 4), or 5 in the square, where there is always some. Jade "
         "brings 1, 3, 6, 10, 15 points for one to five, 2 more for each further one.\n"
         "Palace: one step, or pay 2 for two steps and one of intrigue. The palace is 8 steps "
         "away; the first to arrive gets 7 points, then 5, 3, 2, 1. Every step beyond is a "
         "point.\n"
         "Decrees: pay the cost and one for each rival there, then leave one more servant. "
         "Points come at once; the first level helps each morning, the second in your "
         "actions, the third at the end.",
         "Нефриты: оплатите дом, где ещё лежит нефрит (3, 3, 4, 4 слуги; вчетвером и впятером 3, "
         "3, 3, 4, 4, 4), или 5 слуг на площади, где нефрит есть всегда. За один — пять "
         "нефритов в конце дают 1, 3, 6, 10, 15 очков, за каждый следующий ещё 2.\n"
         "Дворец: один шаг или, вернув 2 слуг, два шага и шаг интриг. До дворца 8 шагов; "
         "первый получит 7 очков, затем 5, 3, 2, 1. Каждый лишний шаг даёт очко.\n"
         "Указы: верните столько слуг, сколько указ стоит, и по одному за каждого соперника "
         "там, затем оставьте ещё одного. Очки получаете сразу; первый уровень помогает "
         "каждое утро, второй — в действиях, третий — в конце игры.")},
    {SR_TEXT("Grand Canal", "Великий канал"),
     SR_TEXT(
         "Put a servant on one of your ships (or on a new one in the first free harbour) and "
         "move one ship to the next free harbour, both if you like; or pay 1 to load 2. When a "
         "ship has got its third servant, or arrives full, you may take the reward of that "
         "harbour, and the ship leaves the canal; who declines waits for the next harbour: 4 "
         "points in the "
         "second harbour, another gift in the third, the pair in the fourth, any of these in "
         "the fifth. One servant stays with the reward for good: you have three cells "
         "for points, two for gifts and one for the pair, and a reward without a free cell cannot "
         "be taken. With four and five players there are two routes; a ship never changes its own, "
         "and each harbour holds one ship. At night all ships move on; "
         "from the fifth harbour they are lost.",
         "Поместите слугу на свою джонку (или на новую, в первой свободной гавани) и "
         "передвиньте одну джонку до следующей свободной гавани, по желанию; или верните 1 "
         "слугу и погрузите двух. Когда на джонку сел третий слуга или она приплыла полной, можно "
         "взять награду этой гавани, и джонка уходит с канала; кто отказался, ждёт следующей "
         "гавани: во второй гавани 4 очка, в третьей — карту подарка, в четвёртой — пару "
         "слуг, в пятой — любую из них. Один слуга навсегда остаётся у награды: "
         "ячеек три для очков, две для подарков и одна для пары, и без свободной ячейки награду не "
         "взять. Вчетвером и впятером маршрутов два; джонка не меняет своего, и в гавани стоит "
         "только одна. Ночью все "
         "джонки плывут дальше, а из пятой гавани — тонут.")},
    {SR_TEXT("Night and morning", "Ночь и утро"),
     SR_TEXT("At night all gifts return to hands, and special tokens have done their work. For "
             "each gift and die with the same number you "
             "may take a servant; who has the most gets 3 points and a step to the palace. Then "
             "the ships move. In the morning the roads are refilled, the dice rolled, the morning "
             "decrees used, and everybody may take 4 servants.",
             "Ночью все подарки возвращаются в руки, а особые жетоны отработали своё. За каждое "
             "совпадение подарка с кубиком "
             "можно взять слугу; у кого совпадений больше всех, получает 3 очка и шаг ко дворцу. "
             "Затем плывут джонки. Утром пополняют дороги, бросают кубики, применяют утренние "
             "указы, и каждый может взять 4 слуг.")},
    {SR_TEXT("The end", "Конец игры"),
     SR_TEXT("After the fourth night: servants still on the wall are scored once more (3 points "
             "and a step for the most). Whoever is not in the palace now is out; if nobody is, "
             "nobody wins. Then decrees of "
             "the third level, the order of arrival, and jade.",
             "После четвёртой ночи: слуги на стене приносят последние 3 очка и шаг тому, у кого "
             "их больше. Кто теперь не во дворце, выбывает; если там никого, победителя нет. Затем "
             "указы третьего уровня, порядок "
             "прибытия и нефриты.")},
    {SR_TEXT("Alone against Meng", "Против Мэна"),
     SR_TEXT(
         "Meng has gifts and servants like a player; the special tokens stay in the box, and you "
         "begin. In his turn a card leads him to an official, where he lays his next gift and "
         "acts, "
         "whatever it is worth: first the action of the gift, then that of the area, always the "
         "plain one. A swap is a point for him. Special cards lead him to his focus area, which "
         "his pair marks: there he does more, for nothing.\n"
         "He travels round the rim of the map, takes the benefit of each token and exchanges his "
         "tokens for servants if he lacks some, six of them for a jade at once. From the wall he "
         "moves back seven steps of intrigue for a jade, or one for a servant. He takes a decree "
         "of the level of the day if he can pay for it, else of another. His ships do not move by "
         "day; three servants in any harbour bring him a gift, the first two times, and 4 points "
         "later.\n"
         "At dusk each card that he played today gives a second, smaller action, if he can pay. At "
         "night he counts 1, 2, 3, 4 matches from the first day to the fourth. He need not reach "
         "the palace to win; you must. Easy: one special card less. Hard: he begins with a fifth "
         "gift.",
         "У Мэна есть подарки и слуги, как у игрока; особые жетоны остаются в коробке, начинаете "
         "вы. В его ход карта ведёт его к чиновнику: он кладёт там очередной подарок и действует, "
         "чего бы тот ни стоил, — сначала действие подарка, затем действие области, всегда "
         "простое. Обмен подарка для него — очко. Особые карты ведут в важную для него область "
         "(её отмечает его пара слуг), где он бесплатно делает больше.\n"
         "Он едет по краю карты, получает бонус каждого жетона и меняет жетоны на слуг, если их не "
         "хватает, а шесть жетонов сразу на нефрит. За стену он отступает на семь делений интриг "
         "за нефрит или на одно за слугу. Указ он берёт того уровня, какой сегодня день, а если "
         "не может заплатить — другого. Джонки его днём не плывут; трое слуг в любой гавани "
         "приносят ему первые два раза подарок, потом 4 очка.\n"
         "В сумерках каждая сыгранная им за день карта даёт второе, меньшее действие, если он "
         "может заплатить. Ночью у него 1, 2, 3, 4 совпадения с первого дня по четвёртый. Для "
         "победы ему не обязательно быть во дворце, а вам — обязательно. Лёгкая игра: одной "
         "особой картой меньше. Трудная: он начинает с пятым подарком.")},
    {SR_TEXT("Table: decrees, tokens, gifts", "Таблица: указы, жетоны, подарки"),
     {{"Decrees, by level:\n"
#define DECREE(id, level, cost, points, en, ru)                                                    \
#level ": " en " · " COST_EN_##cost POINTS_EN_##points "\n"
#include "components.def"
       "Travel tokens:\n"
#define TOKEN(id, copies, fewer, en, ru) en "\n"
#include "components.def"
       "Gifts, their value and the action on them:\n"
#define GIFT(id, set, value, action) SET_EN_##set ": " #value ", " ACTION_EN_##action "\n"
#include "components.def"
       ,
       "Указы по уровням:\n"
#define DECREE(id, level, cost, points, en, ru)                                                    \
#level ": " ru " · " COST_RU_##cost POINTS_RU_##points "\n"
#include "components.def"
       "Жетоны путешествий:\n"
#define TOKEN(id, copies, fewer, en, ru) ru "\n"
#include "components.def"
       "Подарки, их ценность и действие:\n"
#define GIFT(id, set, value, action) SET_RU_##set ": " #value ", " ACTION_RU_##action "\n"
#include "components.def"
     }}},
    {SR_TEXT("Advice", "Советы"),
     SR_TEXT("Servants on the wall, on ships and on decrees are missing from your supply: it can "
             "run dry. Cheap gifts have good actions, dear ones open doors; take from the board "
             "what you will need tomorrow, and what matches the dice tonight. Start for the palace "
             "in time.",
             "Слуг на стене, джонках и указах не хватает в запасе: он может иссякнуть. У дешёвых "
             "подарков хорошие действия, дорогие открывают двери; берите с поля то, что "
             "понадобится завтра и совпадёт с кубиками ночью. Идите ко дворцу вовремя.")},
};
const struct sr_chapters gugong_chapters = SR_TABLE(chapters);

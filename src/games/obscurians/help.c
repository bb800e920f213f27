/* Obscurians: how to play, in our own words. */
#include "state.h"

static const struct sr_chapter chapters[] = {
    {SR_TEXT("What it is about", "О чём игра"),
     SR_TEXT(
         "In the shadow of a wrecked starship there is a bazaar. You trade there for a secret "
         "client, whose mission says which collection of goods pays at the end. Your minions "
         "steal, give, swap and move goods; you watch the others, guess their missions and hide "
         "your own. When the sandstorm comes, it is over at once. Whoever has most points wins, "
         "unless the "
         "player with the mission Lose has the fewest.",
         "В тени разбитого звездолёта раскинулся базар. Вы торгуете на нём для тайного "
         "клиента: его миссия решает, какая коллекция товаров принесёт очки. Приспешники "
         "крадут, дарят, меняют и перемещают товары; вы следите за другими, угадываете их "
         "миссии и скрываете свою. Когда приходит песчаная буря, игра сразу кончается. "
         "Побеждает тот, у кого больше очков, — если только игрок с миссией «Проиграть» "
         "не набрал меньше всех.")},
    {SR_TEXT("Setting up", "Подготовка"),
     SR_TEXT(
         "Everybody has ten goods of the own colour, six suspicion tokens, one for each "
         "mission, and one secret mission. With six players all missions are in play, with five "
         "one is not; with four, two of Keep, Take, Collect and two of Give away, Choose, Lose. "
         "The first player gets the magic lamp, a good without a colour, and the lamp card. "
         "Seven cards lie ready: four events, then two more events and the sandstorm in any "
         "order.",
         "У каждого десять товаров своего цвета, шесть жетонов подозрения — по одному на "
         "миссию — и одна тайная миссия. Вшестером в игре все миссии, впятером одной нет; "
         "вчетвером — две из Сохранить, Взять, Собрать и две из Отдать, Выбрать, Проиграть. "
         "Первый игрок получает волшебную лампу — товар без цвета — и карту лампы. Готовы семь "
         "карт: четыре события, затем ещё два и песчаная буря в случайном порядке.")},
    {SR_TEXT("A round", "Раунд"),
     SR_TEXT("The first player turns up an event, which holds for the round. Everybody has one "
             "turn. The round ends at the lamp card; whoever then owns the lamp itself takes the "
             "card and begins the next round. So four, five or six rounds are played.",
             "Первый игрок открывает событие, оно действует весь раунд. Каждый делает один ход. "
             "Раунд кончается у карты лампы; владелец самой лампы берёт карту и начинает следующий "
             "раунд. Всего играют четыре, пять или шесть раундов.")},
    {SR_TEXT("Your turn", "Ваш ход"),
     SR_TEXT(
         "First your stash is unpacked and an embargo lifted.\n"
         "1. Place any number of suspicion tokens on other boards, face up. They stay there, in "
         "a stack.\n"
         "2. Roll the five minion dice. For an unused token, discarded face down, you may roll "
         "any of them again; as often as you have tokens.\n"
         "3. Choose one action and carry it out exactly as often as it was rolled. Each Smuggle "
         "may be added to any action but Move. What becomes impossible lapses; if no action is "
         "possible at all, the turn ends.",
         "Сначала тайник распаковывается, эмбарго снимается.\n"
         "1. Положите сколько угодно жетонов подозрения на чужие планшеты, лицом вверх. Они "
         "остаются там стопкой.\n"
         "2. Бросьте пять кубиков приспешников. Сбросив лицом вниз неиспользованный жетон, "
         "можно перебросить любые кубики; сколько жетонов, столько и раз.\n"
         "3. Выберите одно действие и выполните его ровно столько раз, сколько оно выпало. "
         "Каждую Контрабанду можно добавить к любому действию, кроме Переместить. Что стало "
         "невозможным, пропадает; если невозможно ни одно действие, ход окончен.")},
    {SR_TEXT("Actions", "Действия"),
     SR_TEXT(
         "Steal: take a good from another.  Give: hand one of yours to another.  Swap: exchange "
         "one of yours for one of another's.  Move: carry a good from one opponent to another.\n"
         "Protect: put two of your goods into the stash; others cannot steal, swap or move them "
         "until your next turn. Four Protects or more are an embargo instead: until your next "
         "turn nobody can touch your goods or give you anything.",
         "Украсть: заберите товар у другого.  Отдать: передайте свой товар другому.  Обменять: "
         "обменяйте свой товар на чужой.  Переместить: перенесите товар от одного соперника к "
         "другому.\n"
         "Защитить: уберите два своих товара в тайник; до вашего следующего хода другие не "
         "могут их украсть, обменять или переместить. Четыре Защитить и больше — это эмбарго: "
         "до вашего следующего хода никто не может ни тронуть ваши товары, ни дать вам "
         "что-либо.")},
    {SR_TEXT("Events", "События"),
     SR_TEXT(
         "Swaps, thefts, gifts or protection count double: each such die stands for two.\n"
         "No swaps, no thefts or no protection: this action cannot be chosen, not even through "
         "Smuggle.\n"
         "Two more Smuggles for everyone: they are added to every roll.\n"
         "One free re-roll: the first re-roll of each turn costs no token.\n"
         "Dice may be turned over: Steal and Give, Swap and Protect, Move and Smuggle are "
         "opposite.\n"
         "Either suspect or roll: in your turn you may only place tokens, or only roll and act.\n"
         "All five dice must be used: every die is carried out, one by one, in any order, a "
         "Smuggle as any action but Move; the fourth Protect of the turn brings the embargo; what "
         "cannot be carried out lapses.\n"
         "The cursed artifact: the first player of the round gets it.\n"
         "The sandstorm: the game ends before anybody acts.",
         "Обмены, кражи, подарки или защита удваиваются: каждый такой кубик считается за два.\n"
         "Обменивать, красть или защищать нельзя: это действие не выбрать даже через "
         "Контрабанду.\n"
         "Всем ещё две Контрабанды: они добавляются к каждому броску.\n"
         "Бесплатный переброс: первый переброс за ход не стоит жетона.\n"
         "Кубики можно перевернуть: противоположны «Украсть» и «Отдать», «Обменять» и «Защитить», "
         "«Переместить» и «Контрабанда».\n"
         "Либо подозрения, либо кубики: в свой ход можно только класть жетоны или только бросать "
         "кубики и действовать.\n"
         "Все пять кубиков обязательны: выполняется каждый кубик, по одному, в любом порядке, "
         "Контрабанда — как любое действие, кроме Переместить; четвёртое за ход Защитить даёт "
         "эмбарго; что "
         "выполнить нельзя, пропадает.\n"
         "Проклятый артефакт: его получает первый игрок раунда.\n"
         "Песчаная буря: игра кончается раньше чьего-либо хода.")},
    {SR_TEXT("Missions", "Миссии"),
     SR_TEXT(
         "Keep: 7 for each good of your colour.\n"
         "Take: for each other colour 1, 4, 9, 16, 25 points for 1, 2, 3, 4, 5 or more goods.\n"
         "Collect: sets of different colours, 8 for three, 14 for four, 22 for five.\n"
         "Give away: 70, less 5 for each good you still have.\n"
         "Choose: 15 for each colour with exactly one good, at most four times; 5 for each "
         "colour with exactly two.\n"
         "Lose: you start with 75 and want the fewest points of all. Less 20 each: with 4, 5 or "
         "6 goods; with two colours or fewer; with a token on every other board and all of "
         "them wrong.\n"
         "The lamp (+5) and the cursed artifact (−5) are goods without a colour: they count among "
         "the goods of Give away and of Lose.",
         "Сохранить: 7 за каждый товар своего цвета.\n"
         "Взять: за каждый чужой цвет 1, 4, 9, 16, 25 очков за 1, 2, 3, 4, 5 и более товаров.\n"
         "Собрать: наборы разных цветов: 8 за три, 14 за четыре, 22 за пять.\n"
         "Отдать: 70 минус 5 за каждый оставшийся товар.\n"
         "Выбрать: 15 за каждый цвет ровно с одним товаром, не больше четырёх раз; 5 за каждый "
         "цвет ровно с двумя.\n"
         "Проиграть: у вас 75 очков, а нужно меньше всех. По −20: если товаров 4, 5 или 6; если "
         "цветов не больше двух; если ваш жетон лежит на каждом чужом планшете и все они "
         "ошибочны.\n"
         "Лампа (+5) и проклятый артефакт (−5) — товары без цвета: они считаются среди товаров для "
         "«Отдать» и «Проиграть».")},
    {SR_TEXT("Suspicions", "Подозрения"),
     SR_TEXT(
         "At the end each stack is read from the bottom. The first correct token on a board "
         "pays its owner 10, the second 5, the third 2, further ones nothing; wrong ones pay "
         "nothing and do no harm. Right about every other player: 8 more as Master of Exposure. "
         "Nobody right about you, or no token on your board at all: 8 as Master of Disguise.",
         "В конце каждая стопка читается снизу. Первый верный жетон на планшете приносит "
         "владельцу 10, второй 5, третий 2, дальше ничего; ошибочные не приносят ничего и не "
         "вредят. Верно про всех остальных: ещё 8, Мастер разоблачения. Про вас не угадал никто "
         "(или на вашем планшете нет жетонов): 8, Мастер маскировки.")},
    {SR_TEXT("Who wins", "Кто побеждает"),
     SR_TEXT(
         "If the player with the mission Lose has fewer points than everybody else, that player "
         "alone wins. Otherwise this player cannot win, and whoever has most points among the "
         "others does; a "
         "tie is shared.\n"
         "At the table nobody may leaf through a stack of tokens, so the screen shows its top "
         "and its height.",
         "Если у игрока с миссией «Проиграть» очков меньше, чем у каждого другого, побеждает "
         "он один. Иначе победить он не может, и выигрывает тот из остальных, у кого больше очков; "
         "при "
         "равенстве победа общая.\n"
         "За столом стопки жетонов не листают, поэтому на экране видны только верхний жетон и "
         "высота стопки.")},
};
const struct sr_chapters obscurians_chapters = SR_TABLE(chapters);

/* Panda Spin: how to play, in our own words. */
#include "state.h"

/* The table of halves is spelt from the components themselves. */
#define NAME_EN_fire "Fire"
#define NAME_EN_metal "Metal"
#define NAME_EN_water "Water"
#define NAME_EN_earth "Earth"
#define NAME_EN_wood "Wood"
#define NAME_RU_fire "Огонь"
#define NAME_RU_metal "Металл"
#define NAME_RU_water "Вода"
#define NAME_RU_earth "Земля"
#define NAME_RU_wood "Дерево"
#define HALVES_IN_WORDS
#include "components.def"

static const struct sr_chapter chapters[] = {
    {SR_TEXT("What it is about", "О чём игра"),
     SR_TEXT("Get rid of your cards. In each trick bids go up until all but one have passed; the "
             "winner's cards are gone. But losing has its sweet side: white cards that lose are "
             "turned round and come back blue and stronger, with higher values, two or three "
             "values at once, or a symbol. Points, in bamboo, come from going out of a round, from "
             "bamboo symbols and from hungry pandas. Whoever has most when somebody reaches 15 at "
             "the end of a round wins.",
             "Избавьтесь от карт. На каждом кону ставки растут, пока не спасуют все, кроме одного; "
             "карты победителя уходят. Но и в проигрыше есть сладость: проигравшие белые карты "
             "поворачиваются и возвращаются синими и более сильными — с номиналом повыше, с двумя "
             "или тремя номиналами сразу или с символом. Очки (бамбук) дают за выход из раунда, за "
             "символы бамбука и за голодных панд. Когда к концу раунда кто-то наберёт 15, "
             "побеждает тот, у кого больше.")},
    {SR_TEXT("Setting up", "Подготовка"),
     SR_TEXT(
         "Everybody starts with 1 point. Three suits are in play with two or three players, "
         "four with four, five with five; each has 13 animals (3 low, then 4 to 10, J, Q, K, "
         "A, and the 2 on top) and one element card. Each player draws an element: these suits are "
         "played, and whose element bears the highest number leads the first round. The panda's "
         "mood, hungry or spin, holds for the whole game. Every round each player gets 12 cards, "
         "white side up; the rest "
         "is the deck.",
         "Каждый начинает с 1 очком. Вдвоём и втроём играют тремя мастями, вчетвером четырьмя, "
         "впятером пятью; в масти 13 животных (младшая 3, затем от 4 до 10, J, Q, K, A и старшая "
         "2) и одна карта элемента. Каждый тянет элемент: этими мастями и играют, а у кого на "
         "элементе старшее число, тот начинает первый раунд. Настроение панды — голодная или "
         "пандоворот — действует всю игру. На раунд каждый получает 12 карт белой стороной вверх; "
         "остальное — колода.")},
    {SR_TEXT("Bids", "Ставки"),
     SR_TEXT("Values count, not cards, and every value of a card must be used.\n"
             "Single: one value.  Set: two or more equal values.  Run: two to five values in a "
             "row, without the 2.  Formation: two or more equal runs, such as 6 6 7 7.  Bomb: four "
             "or more equal values without a joker.\n"
             "Symbols may be ignored. A water symbol may be a joker of any value in a set, run or "
             "formation. Four or more equal values with a joker are a set, not a bomb.",
             "Считаются номиналы, а не карты, и нужно использовать все номиналы карты.\n"
             "Одиночная: один номинал.  Набор: два и более равных.  Последовательность: от двух до "
             "пяти номиналов подряд, без 2.  Конфигурация: две и более равные последовательности, "
             "например 6 6 7 7.  Бомба: четыре и более равных номинала без джокера.\n"
             "Символы можно не применять. Вода может быть джокером любого номинала в наборе, "
             "последовательности или конфигурации. Четыре и более равных номинала с джокером — "
             "набор, а не бомба.")},
    {SR_TEXT("Your turn", "Ваш ход"),
     SR_TEXT("Beat the bid with one of the same type and number of values whose top value is "
             "higher, or with a bomb; a bomb is beaten by one of more values, or of as many higher "
             "ones. Or play an element card. Or pass, and be out of this trick. "
             "Who leads a trick may not pass, but must bid something.\n"
             "You name the bid first. If different cards would make it, you are then asked which "
             "ones, one after the other. Before playing or passing you may drop element cards; "
             "they have no effect then. Who leads with nothing but elements drops them all, and "
             "the next player leads.",
             "Перебейте ставку такой же по виду и числу номиналов, но старше по верхнему номиналу, "
             "или бомбой; бомбу бьёт бомба с большим числом номиналов или со столькими же более "
             "высокими. Или сыграйте карту элемента. Или пасуйте и выйдите из этого кона. "
             "Кто начинает кон, пасовать не может: он обязан сделать ставку.\n"
             "Сначала назовите ставку. Если её можно сложить из разных карт, вас спросят о них, "
             "одна за другой. Перед ставкой или пасом можно сбросить карты элементов, но без "
             "всякого действия. Если у начинающего только элементы, он сбрасывает их все, и "
             "начинает следующий.")},
    {SR_TEXT("Passing and winning", "Пас и выигрыш"),
     SR_TEXT("When you pass, look at all you have played in this trick. Only white cards: they all "
             "come back to your hand, blue side up. A blue one among them, or a bomb of yours: all "
             "are discarded. The winner of the trick always discards what he played, and leads the "
             "next one; if he has gone out, the player with the most cards leads, the next one "
             "clockwise on a tie.",
             "Пасуя, посмотрите на всё, что вы сыграли на этом кону. Только белые карты: все они "
             "возвращаются в руку синей стороной вверх. Есть синяя, или вы играли бомбу: всё "
             "уходит в сброс. Победитель кона всегда сбрасывает сыгранное и начинает "
             "следующий; если он вышел из раунда, начинает тот, у кого больше всего карт, при "
             "равенстве — "
             "ближайший по часовой стрелке.")},
    {SR_TEXT("Symbols", "Символы"),
     SR_TEXT(
         "They work when their card is played, except in a bomb; each may be refused.\n"
         "Bamboo: 1 point.  Fire: discard an animal card from your hand.  Water: a joker.  "
         ""
         "Hungry panda: take 1 point from the player whose bid you have just beaten; who has none "
         "loses none.  Panda "
         "spin: turn one white card of your hand to blue.",
         "Действуют, когда карту разыгрывают, но не в бомбе; от каждого можно отказаться.\n"
         "Бамбук: 1 очко.  Огонь: сбросьте карту животного из руки.  Вода: джокер.  Голодная "
         "панда: заберите 1 очко у того, чью ставку вы только что перебили; у кого очков нет, тот "
         "ничего не теряет.  Пандоворот: "
         "поверните одну белую карту в руке синей стороной.")},
    {SR_TEXT("Blue halves", "Синие половины"),
     SR_TEXT("What a white card becomes depends on its suit; the exact halves are in the table.\n"
             "Fire: values two higher with a fire symbol, up to the A; K, A and 2 become doubles.  "
             "Metal: no symbols, but two high values or three low ones.  Water: one value and a "
             "joker.  Earth: four values higher with a panda; J and above, which have the panda on "
             "the white side, become doubles.  Wood: one value and a bamboo.",
             "Во что превратится белая карта, решает масть; точные половины — в таблице.\n"
             "Огонь: номинал на два выше и символ огня, до A; K, A и 2 удваиваются.  Металл: без "
             "символов, зато два высоких номинала или три низких.  Вода: один номинал и джокер.  "
             "Земля: номинал на четыре выше и панда; J и старше, у которых панда на белой стороне, "
             "удваиваются.  Дерево: один номинал и бамбук.")},
    {SR_TEXT("Element cards", "Карты элементов"),
     SR_TEXT("An element beats any bid but a bomb and wins the trick at once, if its condition "
             "holds. You draw two cards; what you have played is discarded, all others must pass, "
             "and you lead the next trick. An element cannot lead a trick.\n"
             "Water: the bid has 3 values or more.  Wood: an A or a 2 lies on the table.  Fire: "
             "you hold 7 cards or fewer, this one included.  Metal: somebody has played both white "
             "and blue cards in this trick.  Earth: a panda symbol lies on the table.",
             "Элемент бьёт любую ставку, кроме бомбы, и сразу выигрывает кон, если выполнено его "
             "условие. Вы берёте две карты; сыгранное вами уходит в сброс, остальные обязаны "
             "пасовать, и вы начинаете следующий кон. Начать кон элементом нельзя.\n"
             "Вода: в ставке 3 номинала или больше.  Дерево: на кону есть A или 2.  Огонь: у вас "
             "в руке не больше 7 карт вместе с этой.  Металл: кто-то играл на этом кону и белые, "
             "и синие карты.  Земля: на кону есть символ панды.")},
    {SR_TEXT("Going out, rounds, the end", "Выход, раунды, конец"),
     SR_TEXT("Who has no cards when a trick is over goes out and scores as many points as the "
             "largest hand has cards, at most 7. A round ends when at most one player holds cards. "
             "The player with the fewest points leads the next one; on a tie, whose hand was "
             "empty first. The game ends after a round in "
             "which somebody has 15 points: whoever has most points wins; on a tie, whose hand was "
             "empty "
             "first in that round.",
             "У кого по окончании кона нет карт, тот выходит из раунда и получает столько очков, "
             "сколько карт в самой большой руке, но не больше 7. Раунд кончается, когда карты "
             "остались не более чем у одного. Следующий начинает тот, у кого меньше очков, при "
             "равенстве — чья рука опустела раньше. Игра "
             "кончается раундом, после которого у кого-то есть 15 очков: побеждает тот, у кого их "
             "больше, "
             "при равенстве — чья рука в этом раунде опустела раньше.")},
    {SR_TEXT("Table: what white cards turn into", "Таблица: во что превращаются белые карты"),
     {{
#define CARD(suit, rank, symbol, count, blue_rank, blue_symbol, source)                            \
    NAME_EN_##suit " " SHOWN_##rank ": " TIMES_##count(SHOWN_##blue_rank) WITH_EN_##blue_symbol "\n"
#include "components.def"
         ,
#define CARD(suit, rank, symbol, count, blue_rank, blue_symbol, source)                            \
    NAME_RU_##suit " " SHOWN_##rank ": " TIMES_##count(SHOWN_##blue_rank) WITH_RU_##blue_symbol "\n"
#include "components.def"
     }}},
};
const struct sr_chapters pandaspin_chapters = SR_TABLE(chapters);

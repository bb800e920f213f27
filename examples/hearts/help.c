/* Hearts: how to play, in our own words. */
#include "state.h"

static const struct sr_chapter chapters[] = {
    {SR_TEXT("What it is about", "О чём игра"),
     SR_TEXT("Four players, one pack of 52 cards, each against all. Every heart that you take is a "
             "point, the queen of spades is thirteen, and points are bad. When somebody has a "
             "hundred, the game is over, and whoever has the fewest wins.",
             "Четыре игрока, одна колода в 52 карты, каждый сам за себя. Каждая взятая черва — "
             "очко, дама пик — тринадцать, и очки — это плохо. Когда у кого-то наберётся сто, игра "
             "окончена; побеждает тот, у кого очков меньше всех.")},
    {SR_TEXT("Passing", "Передача карт"),
     SR_TEXT("Thirteen cards are dealt to everybody. Then each passes three of them on, before "
             "looking at those that come: to the left in the first deal, to the right in the "
             "second, across in the third. In the fourth nothing is passed; then it begins again.",
             "Каждому сдают по тринадцать карт. Затем каждый передаёт три из них, не глядя на те, "
             "что придут: в первой сдаче налево, во второй направо, в третьей — тому, кто "
             "напротив. В четвёртой не передают ничего, и всё начинается сначала.")},
    {SR_TEXT("The tricks", "Взятки"),
     SR_TEXT(
         "Whoever holds the two of clubs leads it. Going left, everybody follows suit if he "
         "can; who cannot may play any card. The highest card of the suit that was led takes "
         "the trick, and its owner leads the next one. There are no trumps.\n"
         "In the first trick nobody plays hearts or the queen of spades, unless he has nothing "
         "else. Hearts may not be led before one has been played: then they are broken. Who "
         "has nothing but hearts leads one all the same.",
         "Первым ходит тот, у кого двойка треф, и ходит с неё. Дальше по кругу налево: в масть, "
         "если она есть, иначе — любой картой. Взятку забирает старшая карта той масти, с "
         "которой пошли; её владелец ходит первым в следующую. Козырей нет.\n"
         "В первую взятку не кладут ни червей, ни даму пик, разве что других карт нет. С "
         "червей не ходят, пока хоть одна не сыграна: тогда червы открыты. У кого на руке одни "
         "червы, тот ходит с них в любом случае.")},
    {SR_TEXT("Counting", "Подсчёт"),
     SR_TEXT("After thirteen tricks everybody counts what he has taken: a point for each heart, "
             "thirteen for the queen of spades, 26 in all. Whoever has taken all of them has shot "
             "the moon: he writes nothing, and each of the others writes 26.",
             "После тринадцати взяток каждый считает взятое: по очку за черву, тринадцать за даму "
             "пик, всего 26. Кто собрал всё, не пишет ничего, а остальные пишут по 26.")},
    {SR_TEXT("Good to know", "Полезно знать"),
     SR_TEXT("Where the two of clubs is led, and when only the last cards are left, there is "
             "nothing to choose: these are played by themselves. Tricks may be looked at again, "
             "and what each was seen to lack is noted for everybody.",
             "Двойка треф и последние карты разыгрываются сами: выбирать там нечего. Взятки можно "
             "пересматривать, а чего у кого заведомо нет, отмечено для всех.")},
};
const struct sr_chapters hearts_chapters = SR_TABLE(chapters);

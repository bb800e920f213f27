/* Merchants of Dunhuang: how to play, in our own words. */
#include "state.h"

static const struct sr_chapter chapters[] = {
    {SR_TEXT("What it is about", "О чём игра"),
     SR_TEXT("You are a merchant in Dunhuang, where the caravan roads meet. A camel walks round a "
             "circle of eight characters; beside each lies a card of goods. Where the camel stops "
             "you take the card, either into your hand, where only you see it, or into your shop, "
             "where everybody does. Then the character helps you, or you take coins.\n"
             "There are two ways to win. Be the first to end your own turn with four majority "
             "tokens (five with two players) and four different goods in hand: you win at once. Or "
             "have the most points when the deck runs out.",
             "Вы — купец в Дуньхуане, где сходятся караванные пути. Верблюд идёт по кругу из "
             "восьми персонажей; возле каждого лежит карта товара. Где верблюд остановится, там вы "
             "берёте карту: в руку, где её видите только вы, или в лавку, где её видят все. Затем "
             "вам помогает персонаж — или вы берёте монеты.\n"
             "Победить можно двумя путями. Первым закончить свой ход с четырьмя жетонами "
             "преимущества (вдвоём — с пятью) и четырьмя разными товарами в руке: это немедленная "
             "победа. Или набрать больше всех очков, когда кончится колода.")},
    {SR_TEXT("Setting up", "Подготовка"),
     SR_TEXT(
         "Goods are numbered 1 to 10, and there are as many cards of each as its number says. With "
         "three players gold (1) and silk (10) stay in the box, with two also wool (9). Everybody "
         "gets three cards, keeps one in secret and puts two aside unseen. Coins: 7 each with four "
         "players, 6 with three, 5 with two. Who begins is drawn; who sits to the right puts the "
         "camel on a character.",
         "Товары пронумерованы от 1 до 10, и карт каждого столько, каково его число. Втроём из "
         "игры убирают золото (1) и шёлк (10), вдвоём ещё и шерсть (9). Каждый получает три карты, "
         "одну тайно оставляет, две откладывает, не показывая. Монеты: по 7 вчетвером, по 6 "
         "втроём, по 5 вдвоём. Кто начинает, решает жребий; сосед справа от него "
         "ставит верблюда к персонажу.")},
    {SR_TEXT("Your turn", "Ваш ход"),
     SR_TEXT("1. Walk the camel clockwise, at least one step: the first is free, every further "
             "step costs a coin.\n"
             "2. Take the card where it stopped, into the hand or into the shop.\n"
             "3. Bonus: use the character there, or take 3 coins.\n"
             "4. Have you won at once? If so, the game is over.\n"
             "5. Empty places of the market are refilled from the deck, from the camel clockwise.",
             "1. Ведите верблюда по часовой стрелке хотя бы на шаг: первый бесплатный, каждый "
             "следующий стоит "
             "монету.\n"
             "2. Возьмите карту там, где он встал: в руку или в лавку.\n"
             "3. Бонус: примените способность персонажа или возьмите 3 монеты.\n"
             "4. Вы уже победили? Тогда игра окончена.\n"
             "5. Пустые места рынка пополняются из колоды, от верблюда по часовой стрелке.")},
    {SR_TEXT("Majority tokens", "Жетоны преимущества"),
     SR_TEXT(
         "There is one token for each good. Whenever a card comes into your shop and no shop "
         "has more of that good than yours, you take its token: from the supply, or from its "
         "owner. A tie is enough to take it. If a card leaves your shop and somebody then has "
         "more, your token goes back to the supply; nobody gets it until a card of that good is "
         "added somewhere. If nobody has more, you keep the token, even with no card of that good "
         "left in your shop. A token that changes its owner is turned to its number. Cards in hand "
         "never count for tokens.",
         "На каждый товар — один жетон. Когда в вашу лавку приходит карта и ни в одной лавке "
         "этого товара нет больше, чем у вас, вы берёте его жетон: из запаса или у владельца. "
         "Ничьей достаточно. Если карта уходит из вашей лавки и у кого-то становится больше, "
         "ваш жетон возвращается в запас; он никому не достаётся, пока кто-нибудь не добавит такую "
         "карту. Если больше нет ни у кого, жетон остаётся у вас, даже когда в лавке не осталось "
         "ни одной такой карты. Жетон, сменивший владельца, переворачивается числом вверх. Карты "
         "в руке для жетонов не считаются.")},
    {SR_TEXT("Characters", "Персонажи"),
     SR_TEXT(
         "Artist: discard a card from the hand, 3 prestige.  Musician: discard a card from the "
         "shop, 3 prestige.\n"
         "Princess: 1 prestige for each of your majorities.  Dancer: 2 prestige.\n"
         "Translator: draw as many cards as the camel made steps, keep one, the others go under "
         "the deck in random order.  Ambassador: draw two, keep one, the other goes under the "
         "deck.\n"
         "Soldier: swap a card of your shop for one of the market.  General: swap a card of your "
         "hand for one of the market.\n"
         "Chinese Merchant: take two random cards from a rival's hand and give two back.  Sogdian "
         "Merchant: a rival hands over two of his choice, you give two back and gain 1 prestige. "
         "Who has only one card gives one, and as many come back; with an empty hand nothing is "
         "exchanged, but the prestige stays (the Chinese Merchant cannot be sent there). You may "
         "give back the very cards you received.\n"
         "Handmaid: swap a card of your shop for a different one of your hand.  Servant: move a "
         "card from shop to hand or from hand to shop.\n"
         "Shepherd: take into the hand the card of the next or the previous character.  Peasant: "
         "take the card of the next character; after two or more steps, of any one of as many next "
         "characters.\n"
         "Manichaean, Buddhist: turn one of your tokens to the side with the sign 商. The "
         "Manichaean blocks one tie, then the token turns back; under the Buddhist a tie costs the "
         "rival 2 coins, paid to you, and the token is turned back. A rival who will not or cannot "
         "pay gets nothing, and the token stays protected. Against more cards neither helps.",
         "Художник: сбросьте карту из руки, престиж +3.  Музыкант: сбросьте карту из лавки, "
         "престиж "
         "+3.\n"
         "Принцесса: престиж +1 за каждое ваше преимущество.  Танцовщица: престиж +2.\n"
         "Переводчик: возьмите столько карт, сколько шагов прошёл верблюд, одну оставьте, прочие "
         "уйдут под колоду в случайном порядке.  Посол: возьмите две, одну оставьте, другую "
         "положите под колоду.\n"
         "Солдат: обменяйте карту из лавки на карту рынка.  Генерал: обменяйте карту из руки на "
         "карту рынка.\n"
         "Китайский купец: возьмите наугад две карты из руки соперника и две верните.  Согдийский "
         "купец: соперник отдаёт две карты на свой выбор, вы возвращаете две и получаете 1 "
         "престиж. У кого одна карта, отдаёт одну, и столько же возвращается; если рука пуста, "
         "обмена нет, но престиж вы получаете (а Китайского купца туда не послать). Вернуть можно "
         "и те же карты.\n"
         "Прислужница: обменяйте карту из лавки на карту другого товара из руки.  Слуга: "
         "переложите "
         "карту из лавки в руку или из руки в лавку.\n"
         "Пастух: возьмите в руку карту следующего или предыдущего персонажа.  Крестьянин: "
         "возьмите карту следующего персонажа; после двух и более шагов — любого из стольких же "
         "следующих.\n"
         "Манихей, Буддист: переверните свой жетон стороной 商 вверх. Манихей отражает одну ничью, "
         "затем жетон переворачивается обратно; при Буддисте ничья стоит сопернику 2 монеты в вашу "
         "пользу, и жетон переворачивается. Кто не хочет или не может заплатить, не получает "
         "ничего, и жетон остаётся под защитой. Против большего числа карт не помогает ни тот, ни "
         "другой.")},
    {SR_TEXT("The end", "Конец игры"),
     SR_TEXT("When the market cannot be refilled any more, play goes on until the player to the "
             "right of "
             "the first player has finished a turn. A refill that takes the very last card does "
             "not yet "
             "end the game. Empty places still count as steps; "
             "stopping at one brings no card, "
             "but the bonus. Then everybody lays the hand open.",
             "Когда рынок уже нельзя пополнить, игра идёт, пока свой ход не закончит сосед "
             "справа от первого игрока. Если последней карты как раз хватило, это ещё не конец. "
             "Пустые места считаются шагами; остановка у пустого места "
             "не даёт карты, но "
             "даёт бонус. Затем все открывают руку.")},
    {SR_TEXT("Scoring", "Подсчёт очков"),
     SR_TEXT(
         "Each majority is worth 2 points, each prestige 1. For every good of which nobody holds "
         "more in hand than you, you keep one card (ties keep one each), and it is worth its "
         "number; but you may keep no more cards than you have majorities. Shops score nothing. "
         "Whoever has most points wins; on a tie, more coins; "
         "else the victory is shared.",
         "Каждое преимущество — 2 очка, каждый престиж — 1. По каждому товару, которого ни у кого "
         "нет в руке больше, чем у вас, остаётся одна карта (при ничьей — у каждого), и она стоит "
         "столько, каково её число; но оставить можно не больше карт, чем у вас преимуществ. Лавки "
         "очков не дают. Побеждает тот, у кого больше очков, при равенстве — "
         "больше монет; иначе победа общая.")},
    {SR_TEXT("Good to know", "Полезно знать"),
     SR_TEXT("Coins, prestige, shops, tokens and the number of cards in hand are open; so is every "
             "card when it is taken from the market. There are always coins; of the 28 prestige "
             "you get "
             "what is left. You may walk further than once round, if you can pay. An ability that "
             "could "
             "change nothing is not offered.",
             "Монеты, престиж, лавки, жетоны и число карт в руке открыты; открыта и каждая карта "
             "в миг, когда её берут с рынка. Монет хватает всегда; престижа всего 28, и вы "
             "получаете остаток. "
             "Верблюда можно провести и больше круга, если есть чем платить. Способность, которая "
             "ничего не изменит, не предлагается.")},
};
const struct sr_chapters dunhuang_chapters = SR_TABLE(chapters);

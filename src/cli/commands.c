/* The one table of commands and the one of flags. The parser, every --help and the suggestions for
 * mistyped words are made from them. */
#include "cli.h"

#include "coach/review.h"
#include "lab/series.h"

#define BIT(flag) (UINT64_C(1) << SR_FLAG_##flag)

/* The bots that there are for a command: those that think, all that play with people, those on a
 * machine of one's own, those of the laboratory. */
#define THINKERS "novice, fair, strong, master, search:1000, search:500ms, search:500ms@2"
#define AT_TABLES "random, greedy, " THINKERS
#define AT_HOME AT_TABLES ", cmd:COMMAND"
#define IN_LABORATORY AT_HOME ", hunch, peek:1000"
#define SETTINGS                                                                                   \
    "search:1000/look=20/weights=FILE: explore, playout, points, look, width, others, hunch, "     \
    "heedless, net, weights"
#define SETTINGS_EN "; a search may have settings, as " SETTINGS
#define SETTINGS_RU "; у поиска могут быть настройки, как " SETTINGS
#define BOTS(takes, en, ru)                                                                        \
    { "--bots", takes, SR_TEXT(en, ru) }
#define BOTS_OF_LABORATORY(en, ru)                                                                 \
    BOTS("NAME,...", en ": " IN_LABORATORY SETTINGS_EN, ru ": " IN_LABORATORY SETTINGS_RU)
#define FOR_SEATS_EN "one bot for all seats, or one for each"
#define FOR_SEATS_RU "один бот на все места или по боту на место"
#define TO_COMPARE_EN "2 to 16 different bots, at one seat also a single one"
#define TO_COMPARE_RU "от 2 до 16 разных ботов, на одном месте хватит и одного"
_Static_assert(SR_FLAGS <= 64, "a command has a bit for each flag");
_Static_assert(SR_REVIEW_BUDGET == 4000, "the text of --budget says how many");
_Static_assert(SR_SERIES_BOTS == 16, "the texts of --bots say how many");

enum { ANY = 1 << 20 };
/* how a game is set, beside seats and seed */
#define SETUP (BIT(PRESET) | BIT(OPTIONS) | BIT(RULES))

const struct sr_flag_kind sr_flag_kinds[SR_FLAGS] = {
    [SR_FLAG_JSON] = {"--json", NULL, SR_TEXT("print JSON", "вывести JSON")},
    [SR_FLAG_SEATS] = {"--seats", "N", SR_TEXT("how many play", "сколько играет")},
    [SR_FLAG_SEED] = {"--seed", "S",
                      SR_TEXT(
                          "a number below 2^64 or 64 hexadecimal digits; drawn if not given",
                          "число меньше 2^64 или 64 шестнадцатеричные цифры; без него случайно")},
    [SR_FLAG_PRESET] = {"--preset", "NAME",
                        SR_TEXT("a set-up by its name; `serai games` lists them",
                                "готовый набор вариантов; список даёт `serai games`")},
    [SR_FLAG_OPTIONS] = {"--options", "K=V,...",
                         SR_TEXT("variants of the rules; `serai games` lists them",
                                 "варианты правил; список даёт `serai games`")},
    [SR_FLAG_RULES] = {"--rules", "N",
                       SR_TEXT("version of the rules, from 1; the newest if not given",
                               "версия правил, считая с 1; без него — новейшая")},
    [SR_FLAG_SET] = {"--set", "FILE",
                     SR_TEXT("fields to change, as JSON (a merge patch)",
                             "какие поля изменить, в JSON (merge patch)")},
    [SR_FLAG_FILL] = {"--fill", NULL,
                      SR_TEXT("pieces that then lie nowhere go back to their hidden pool",
                              "то, что после этого нигде не лежит, вернуть в скрытый запас")},
    [SR_FLAG_LOOSE] = {"--loose", NULL,
                       SR_TEXT("accept a position that breaks the game's invariants",
                               "принять позицию, которая нарушает инварианты игры")},
    [SR_FLAG_AT] = {"--at", "PLY",
                    SR_TEXT("after so many moves of the record; 0 is the deal",
                            "после стольких ходов записи; 0 — раздача")},
    [SR_FLAG_SEAT] = {"--seat", "K", SR_TEXT("which seat, from 1", "какое место, считая с 1")},
    [SR_FLAG_BOTS] = {"--bots", "NAME,..."}, /* each command says which */
    [SR_FLAG_RECORD] = {"--record", "FILE",
                        SR_TEXT("keep the record of the game in FILE",
                                "вести запись партии в FILE")},
    [SR_FLAG_FORCE] = {"--force", NULL,
                       SR_TEXT("write over files that are there already",
                               "записать поверх файлов, которые уже есть")},
    [SR_FLAG_GAMES] = {"--games", "K", SR_TEXT("how many games", "сколько партий")},
    [SR_FLAG_THREADS] = {"--threads", "T",
                         SR_TEXT("how many threads; one for each processor if not given",
                                 "сколько потоков; без него — по числу процессоров")},
    [SR_FLAG_FOCAL] = {"--focal", NULL,
                       SR_TEXT("the first bot alone against tables of each other one",
                               "первый бот один против столов из каждого другого")},
    [SR_FLAG_DUELS] = {"--duels", NULL,
                       SR_TEXT("learn by trying: what wins, not what winners have",
                               "учиться на пробах: что побеждает, а не что есть у победителей")},
    [SR_FLAG_HABITS] = {"--habits", NULL,
                        SR_TEXT("in duels, find what hunches go by, and print habits.def",
                                "в поединках искать привычки наития и вывести habits.def")},
    [SR_FLAG_CLUES] = {"--clues", NULL,
                       SR_TEXT("learn what deeds say about secrets, and print clues.def",
                               "узнать, что поступки говорят о тайнах, и вывести clues.def")},
    [SR_FLAG_MARGIN] = {"--margin", "N",
                        SR_TEXT("in duels, N points ahead count as much as a victory",
                                "в поединках отрыв в N очков считается наравне с победой")},
    [SR_FLAG_ONLY] = {"--only", "FEATURE,...",
                      SR_TEXT("learn the weights of these features alone; all others stay",
                              "учить веса только этих признаков; остальные останутся")},
    [SR_FLAG_GENERATIONS] = {"--generations", "G",
                             SR_TEXT("how many times to play, learn and stand at the gate",
                                     "сколько раз сыграть, выучиться и выйти к воротам")},
    [SR_FLAG_OUT] = {"--out", "DIR",
                     SR_TEXT("where everything is kept; the same command then goes on with it",
                             "где всё хранить; та же команда продолжит с этого места")},
    [SR_FLAG_KEEP] = {"--keep", "FILE",
                      SR_TEXT("keep every result in FILE; the same command then goes on with it",
                              "хранить каждый результат в FILE; та же команда продолжит с него")},
    [SR_FLAG_REPORT] = {"--report", "FILE",
                        SR_TEXT("write a page with pictures, HTML, to FILE",
                                "записать страницу с графиками (HTML) в FILE")},
    [SR_FLAG_BUDGET] = {"--budget", "N",
                        SR_TEXT("iterations for each decision; 4000 if not given",
                                "итераций на решение; без него 4000")},
    [SR_FLAG_LISTEN] = {"--listen", "HOST:PORT",
                        SR_TEXT("where to listen; 127.0.0.1:8080 if not given, port 0 is any",
                                "где слушать; без него 127.0.0.1:8080, порт 0 — любой")},
    [SR_FLAG_DATA] = {"--data", "DIR",
                      SR_TEXT("where tables are kept; ~/.local/share/serai if not given",
                              "где хранить столы; без него ~/.local/share/serai")},
    [SR_FLAG_STORE] = {"--store", "PLACE",
                       SR_TEXT("postgres://..., where several servers share their tables",
                               "postgres://..., где у нескольких серверов общие столы")},
    [SR_FLAG_FROM] = {"--from", "PLACE",
                      SR_TEXT("what is copied: sqlite:DIR or postgres://...",
                              "что копируется: sqlite:DIR или postgres://...")},
    [SR_FLAG_AGAINST] = {"--against", "BOT",
                         SR_TEXT("learn to beat this bot, which stays as it is",
                                 "учиться побеждать этого бота, который остаётся, каким был")},
    [SR_FLAG_TO] = {"--to", "PLACE",
                    SR_TEXT("where it is copied to: sqlite:DIR or postgres://...",
                            "куда копируется: sqlite:DIR или postgres://...")},
    [SR_FLAG_WEB] = {"--web", "DIR",
                     SR_TEXT("a directory with the browser client, instead of the one inside",
                             "каталог с клиентом для браузера вместо встроенного")},
    [SR_FLAG_CONFIG] = {"--config", "FILE",
                        SR_TEXT("settings of the server, name = value; flags come first",
                                "настройки сервера, имя = значение; флаги важнее")},
    [SR_FLAG_LANG] = {"--lang", "en|ru",
                      SR_TEXT("language; from the locale if not given",
                              "язык; без него — по настройкам системы")},
    [SR_FLAG_HELP] = {"--help", NULL, SR_TEXT("this help", "эта справка")},
    [SR_FLAG_VERSION] = {"--version", NULL, SR_TEXT("the version", "версия")},
};

const struct sr_command sr_commands[] = {
    {.name = "games",
     .arguments = "",
     .flags = BIT(JSON),
     .text = SR_TEXT("games, seats, options", "игры, число мест, варианты"),
     .more = SR_TEXT("Lists the games, how many can play each, and the options a host may choose.",
                     "Перечисляет игры, сколько человек в них играет и какие варианты можно "
                     "выбрать."),
     .examples = "serai games\nserai games --json",
     .run = sr_run_games},
    {.name = "rules",
     .arguments = "GAME",
     .least = 1,
     .most = 1,
     .text = SR_TEXT("how to play a game", "как играть"),
     .more = SR_TEXT("Explains the rules of a game in a few screens.",
                     "Объясняет правила игры на нескольких экранах."),
     .examples = "serai rules dunhuang\nserai rules dunhuang --lang ru",
     .run = sr_run_rules},
    {.name = "deal",
     .arguments = "GAME",
     .least = 1,
     .most = 1,
     .flags = BIT(SEATS) | BIT(SEED) | SETUP | BIT(SET) | BIT(FILL) | BIT(LOOSE),
     .needed = BIT(SEATS),
     .text = SR_TEXT("a fresh position, as JSON", "новая позиция в JSON"),
     .more = SR_TEXT("Deals a game and prints the position. --set merges a partial state into it "
                     "and refuses what breaks an invariant, naming it; --loose skips that test.",
                     "Раздаёт игру и выводит позицию. --set вносит в неё изменения и отказывает, "
                     "если нарушен инвариант, называя его; --loose отменяет эту проверку."),
     .examples = "serai deal dunhuang --seats 4 --seed 7\n"
                 "echo '{\"coins\":{\"1\":9}}' | serai deal dunhuang --seats 4 --seed 7 --set -",
     .run = sr_run_deal},
    {.name = "moves",
     .arguments = "FILE",
     .least = 1,
     .most = 1,
     .flags = BIT(LOOSE),
     .text = SR_TEXT("legal moves, one a line", "возможные ходы, по одному в строке"),
     .more = SR_TEXT("Prints the legal moves of a position or of the end of a record, in notation. "
                     "A finished game has none.",
                     "Выводит возможные ходы позиции или конца записи, в нотации. У оконченной "
                     "партии их нет."),
     .examples = "serai moves game.txt\nserai deal dunhuang --seats 2 --seed 1 | serai moves -",
     .run = sr_run_moves},
    {.name = "apply",
     .arguments = "FILE MOVE...",
     .least = 2,
     .most = ANY,
     .flags = BIT(LOOSE),
     .text = SR_TEXT("play moves, print the new position", "сделать ходы, вывести новую позицию"),
     .more = SR_TEXT("Plays moves on a position or record and prints the new position. Each move "
                     "is one argument. If one is illegal, nothing is printed but the reason, on "
                     "standard error, and the exit code is 1.",
                     "Делает ходы в позиции или записи и выводит новую позицию. Каждый ход — один "
                     "аргумент. Если ход невозможен, выводится только причина, в поток ошибок, код "
                     "завершения 1."),
     .examples = "serai apply position.json 'walk 2' 'take shop'",
     .run = sr_run_apply},
    {.name = "show",
     .arguments = "FILE",
     .least = 1,
     .most = 1,
     .flags = BIT(AT) | BIT(SEAT) | BIT(JSON) | BIT(LOOSE),
     .text = SR_TEXT("what a seat, a spectator or the referee sees",
                     "что видит место, зритель или судья"),
     .more = SR_TEXT("Draws a position or a record as somebody sees it: --seat K a seat, none a "
                     "spectator, all the referee, who sees everything (and is the default).",
                     "Рисует позицию или запись так, как её видят: --seat K — место, none — "
                     "зритель, all — судья, который видит всё (так по умолчанию)."),
     .examples =
         "serai show game.txt --at 12 --seat 1\nserai show position.json --seat none --json",
     .run = sr_run_show},
    {.name = "score",
     .arguments = "FILE",
     .least = 1,
     .most = 1,
     .flags = BIT(JSON) | BIT(LOOSE),
     .text = SR_TEXT("the score sheet, also \"if it ended now\"",
                     "подсчёт очков, в том числе «если бы партия кончилась сейчас»"),
     .more = SR_TEXT("Prints the score sheet with a reason for every point. For a game under way: "
                     "if it ended now.",
                     "Выводит подсчёт с причиной для каждого очка. Если партия не окончена — так, "
                     "будто она кончилась сейчас."),
     .examples = "serai score game.txt\nserai score game.txt --json",
     .run = sr_run_score},
    {.name = "play",
     .arguments = "[GAME|FILE]",
     .least = 0,
     .most = 1,
     .flags = BIT(SEATS) | BIT(BOTS) | BIT(SEED) | SETUP | BIT(RECORD) | BIT(FORCE) | BIT(SEAT),
     .bots = BOTS("NAME,...", FOR_SEATS_EN ": " AT_HOME, FOR_SEATS_RU ": " AT_HOME),
     .text = SR_TEXT("play in the terminal against bots", "играть в терминале с ботами"),
     .more =
         SR_TEXT("Plays a game: full screen on a terminal, by lines when piped. You sit in seat "
                 "1 unless --seat says otherwise; the bots are greedy unless --bots says "
                 "otherwise. Without a game you are asked for one. By lines: answer with the "
                 "number or the notation of a choice, u undo, h hint, i everything on the table, k "
                 "signs, s score, ? rules, q quit. With a FILE that game goes on: a record in the "
                 "same file (or in that of --record), in the seat that bears your name or else "
                 "decides.",
                 "Игра: на терминале во весь экран, через канал — построчно. Вы на месте 1, "
                 "если в --seat не сказано иное; боты жадные, если в --bots не сказано иное. Без "
                 "названия игры программа спросит. Построчно отвечают номером или нотацией "
                 "хода; u — назад, h — совет, i — всё на столе, k — знаки, s — счёт, ? — правила, "
                 "q — выход. С FILE партия продолжается: запись — в том же файле (или в файле "
                 "--record), на месте с вашим именем, а иначе на том, которое решает."),
     .examples = "serai play dunhuang --seats 3 --record game.txt\nserai play game.txt\nyes 1 | "
                 "serai play dunhuang "
                 "--seed 5",
     .run = sr_run_play},
    {.name = "replay",
     .arguments = "FILE",
     .least = 1,
     .most = 1,
     .text = SR_TEXT("step through a record", "просмотреть запись по ходам"),
     .more = SR_TEXT("Steps through a record: full screen with arrow keys on a terminal; piped, it "
                     "prints every move with what happened.",
                     "Проходит запись ход за ходом: на терминале во весь экран, стрелками; через "
                     "канал выводит каждый ход и что он вызвал."),
     .examples = "serai replay game.txt\nserai replay game.txt | less",
     .run = sr_run_replay},
    {.name = "check",
     .arguments = "FILE",
     .least = 1,
     .most = 1,
     .text = SR_TEXT("verify a record", "проверить запись"),
     .more =
         SR_TEXT("Verifies a record: every move legal, every checksum right, every position on "
                 "the way sound.",
                 "Проверяет запись: каждый ход возможен, каждая контрольная сумма верна, каждая "
                 "позиция по пути цела."),
     .examples = "serai check game.txt",
     .run = sr_run_check},
    {.name = "fair",
     .arguments = "FILE TABLE [COMMITMENT]",
     .least = 2,
     .most = 3,
     .text = SR_TEXT("was the deck the promised one?", "та ли колода была обещана?"),
     .more = SR_TEXT(
         "Verifies the record of a game that was played on a server, and that its seed is the one "
         "the server promised for that table before the first move. Without COMMITMENT it prints "
         "the one that fits the record.",
         "Проверяет запись партии, сыгранной на сервере, и то, что её зерно — то самое, которое "
         "сервер обещал для этого стола до первого хода. Без COMMITMENT выводит обещание, "
         "соответствующее записи."),
     .examples = "serai fair game.record k3v9xw2mpq7d 5be1...",
     .run = sr_run_fair},
    {.name = "sim",
     .arguments = "GAME",
     .least = 1,
     .most = 1,
     .flags = BIT(SEATS) | BIT(GAMES) | BIT(SEED) | BIT(BOTS) | BIT(THREADS) | SETUP | BIT(OUT) |
              BIT(FORCE) | BIT(JSON),
     .needed = BIT(SEATS) | BIT(GAMES),
     .bots = BOTS_OF_LABORATORY(FOR_SEATS_EN, FOR_SEATS_RU),
     .out = {"--out", "FILE",
             SR_TEXT("write the games to FILE: as records, or, where it ends in .columns, as "
                     "columns for learning programs",
                     "записать партии в FILE: записями, а если имя кончается на .columns — "
                     "столбцами для обучающихся программ")},
     .text = SR_TEXT("many games between bots", "много партий между ботами"),
     .more =
         SR_TEXT("Plays many games between bots (random ones unless --bots says otherwise) and "
                 "prints wins, mean scores and speed. The same seed gives the same games with "
                 "any number of threads, and the same FILE.",
                 "Играет много партий между ботами (случайными, если в --bots не сказано иное) и "
                 "выводит победы, средние очки и скорость. Одно зерно даёт одни и те же партии "
                 "при любом числе потоков, и тот же FILE."),
     .examples =
         "serai sim dunhuang --seats 4 --games 10000 --seed 1\n"
         "serai sim dunhuang --seats 2 --games 500 --seed 1 --bots greedy,random --json\n"
         "serai sim gugong --seats 3 --games 1000 --seed 1 --bots greedy --out games.columns",
     .run = sr_run_sim},
    {.name = "hint",
     .arguments = "FILE",
     .least = 1,
     .most = 1,
     .flags = BIT(BOTS) | BIT(LOOSE) | BIT(JSON),
     .bots = BOTS("NAME", "the bot that thinks: " THINKERS, "бот, который думает: " THINKERS),
     .text =
         SR_TEXT("the best moves, with chances and reasons", "лучшие ходы с шансами и доводами"),
     .more =
         SR_TEXT("Shows the best moves of a position or record for whoever decides, each with the "
                 "chance of winning and what speaks for it. It knows what that seat knows. It "
                 "thinks as the bot named by --bots does (strong unless told otherwise).",
                 "Показывает лучшие ходы позиции или записи для того, кто решает: шанс на победу и "
                 "что говорит за ход. Знает то же, что знает это место. Думает, как бот, "
                 "названный в --bots (без него — strong)."),
     .examples = "serai hint game.txt\nserai hint position.json --bots search:5000 --json",
     .run = sr_run_hint},
    {.name = "review",
     .arguments = "FILE",
     .least = 1,
     .most = 1,
     .flags = BIT(SEAT) | BIT(BUDGET) | BIT(JSON) | BIT(REPORT) | BIT(FORCE),
     .text = SR_TEXT("where a game was won and lost", "где партия выиграна и где проиграна"),
     .more = SR_TEXT(
         "Weighs every decision of a recorded game by a search that knows what the seat could "
         "know: the chance before and after, the moves that cost most, what would have been better "
         "and why, and what luck and the other players did. The same record, budget and version "
         "give the same review. For all seats, unless --seat names one.",
         "Взвешивает каждое решение записанной партии перебором, который знает то же, что знало "
         "место: шанс до и после, самые дорогие ходы, что было бы лучше и почему, что сделали "
         "удача и соперники. Одна запись, один бюджет и одна версия дают один и тот же разбор. "
         "Для всех мест, если --seat не называет одно."),
     .examples = "serai review game.txt\nserai review game.txt --seat 2 --budget 20000\n"
                 "serai review game.txt --json --report review.html",
     .run = sr_run_review},
    {.name = "arena",
     .arguments = "GAME",
     .least = 1,
     .most = 1,
     .flags = BIT(BOTS) | BIT(SEATS) | BIT(GAMES) | BIT(SEED) | BIT(THREADS) | SETUP | BIT(FOCAL) |
              BIT(KEEP) | BIT(REPORT) | BIT(FORCE) | BIT(JSON),
     .needed = BIT(BOTS) | BIT(SEATS) | BIT(GAMES),
     .bots = BOTS_OF_LABORATORY(TO_COMPARE_EN, TO_COMPARE_RU),
     .text = SR_TEXT("which bot is better, and how sure that is", "какой бот сильнее и насколько "
                                                                  "это верно"),
     .more = SR_TEXT(
         "Every bot of the list (--bots A,B,...) meets every other in every seat, on the same "
         "deals. Prints ratings, shares of wins, mean ranks and mean scores, each with its 95 % "
         "interval, and how many games would halve the intervals. Ctrl-C ends after the games "
         "under way, a second one at once; what --keep has kept is never lost, and --games may "
         "grow later.",
         "Каждый бот из списка (--bots A,B,...) встречается с каждым на каждом месте, на одних и "
         "тех же раздачах. Выводит рейтинги, доли побед, средние места и очки, всё с интервалами "
         "95 %, и сколько партий нужно, чтобы интервалы стали вдвое уже. Ctrl-C останавливает "
         "после начатых партий, второй раз — сразу; что сохранено в --keep, не пропадёт, а "
         "--games потом можно увеличить."),
     .examples = "serai arena dunhuang --bots random,greedy,search:100 --seats 2 --games 300\n"
                 "serai arena dunhuang --bots search:300,greedy --focal --seats 4 --games 400 "
                 "--keep run.jsonl --report run.html",
     .shared = true,
     .run = sr_run_arena},
    {.name = "ladder",
     .arguments = "GAME",
     .least = 1,
     .most = 1,
     .flags = BIT(SEATS) | BIT(GAMES) | BIT(SEED) | BIT(BOTS) | BIT(THREADS) | SETUP | BIT(KEEP) |
              BIT(REPORT) | BIT(FORCE) | BIT(JSON),
     .bots = BOTS_OF_LABORATORY(TO_COMPARE_EN, TO_COMPARE_RU),
     .text = SR_TEXT("the standard ladder of bots", "лестница ботов по силе"),
     .more = SR_TEXT(
         "An arena between random, greedy and searches of 100, 300, 1000, 3000 and 10000 "
         "iterations, at two seats unless --seats says otherwise, and what each doubling of the "
         "budget brings. It may take long: with --keep it can be stopped and go on later.",
         "Арена между random, greedy и поиском со 100, 300, 1000, 3000 и 10000 итераций, на "
         "двух местах, если в --seats не сказано иное, и что даёт каждое удвоение бюджета. "
         "Это может быть долго: с --keep можно прерваться и продолжить потом."),
     .examples = "serai ladder dunhuang --keep ladder.jsonl --report ladder.html\n"
                 "serai ladder dunhuang --seats 4 --games 280 --bots random,greedy,search:50,"
                 "search:100,search:200",
     .shared = true,
     .run = sr_run_ladder},
    {.name = "balance",
     .arguments = "GAME",
     .least = 1,
     .most = 1,
     .flags = BIT(SEATS) | BIT(GAMES) | BIT(SEED) | BIT(BOTS) | BIT(THREADS) | SETUP | BIT(KEEP) |
              BIT(REPORT) | BIT(FORCE) | BIT(JSON),
     .needed = BIT(SEATS) | BIT(GAMES),
     .bots = BOTS_OF_LABORATORY("1 to 16 different bots", "от 1 до 16 разных ботов"),
     .text = SR_TEXT("what wins: seats, and what the game counts", "что побеждает: места и то, "
                                                                   "что считает игра"),
     .more = SR_TEXT(
         "Plays many games (between greedy bots unless --bots says otherwise) and compares how "
         "often seats win by their order and by everything that the game declares. Chances are "
         "corrected for the number of comparisons; * marks a share that luck hardly explains.",
         "Играет много партий (между greedy, если в --bots не сказано иное) и сравнивает доли "
         "побед: по порядку мест и по всему, что считает игра. Вероятности даны с поправкой на "
         "число сравнений; * отмечает долю, которую случай вряд ли объяснит."),
     .examples = "serai balance dunhuang --seats 4 --games 2000 --seed 1\n"
                 "serai balance dunhuang --seats 3 --games 500 --bots search:100 --report b.html",
     .shared = true,
     .run = sr_run_balance},
    {.name = "tune",
     .arguments = "GAME",
     .least = 1,
     .most = 1,
     .flags = BIT(SEATS) | BIT(GAMES) | BIT(SEED) | BIT(BOTS) | BIT(THREADS) | SETUP | BIT(DUELS) |
              BIT(HABITS) | BIT(MARGIN) | BIT(ONLY) | BIT(CLUES) | BIT(KEEP),
     .bots = BOTS(
         "NAME,...",
         "the bot that plays (with --clues " FOR_SEATS_EN "): " AT_TABLES ", hunch" SETTINGS_EN,
         "бот, который играет (с --clues " FOR_SEATS_RU "): " AT_TABLES ", hunch" SETTINGS_RU),
     .text = SR_TEXT("learn what a game's features are worth", "узнать, чего стоят признаки игры"),
     .more = SR_TEXT(
         "Plays games between equal bots (search:100 unless --bots says otherwise), learns from "
         "them "
         "how much each feature of a position says about who wins, and prints the weights as the "
         "game's weights.def, for each number of seats unless --seats says otherwise. The same "
         "seed "
         "gives the same weights. With --duels it begins with the weights in use and moves them "
         "towards those that win: each of --games duels is two games between weights a little to "
         "one side and to the other; with --habits or --bots hunch they are about the habits of "
         "playing by hunch, in the place of weights. With --clues it learns what the deeds of a "
         "seat say about its secret, from bots "
         "(greedy unless --bots says otherwise) that change seats.",
         "Играет партии между одинаковыми ботами (search:100, если в --bots не сказано иное), "
         "узнаёт "
         "из них, насколько каждый признак позиции говорит о победителе, и выводит веса в виде "
         "файла weights.def игры, для каждого числа мест, если в --seats не сказано иное. Одно "
         "зерно "
         "даёт одни и те же веса. С --duels начинает с нынешних весов и сдвигает их к тем, что "
         "побеждают: каждый из --games поединков — две партии между весами, отклонёнными в ту и "
         "в другую сторону; с --habits или --bots hunch — о привычках игры по наитию, а не о "
         "весах. С --clues узнаёт, что "
         "поступки места говорят о его тайне, по играм ботов (greedy, если --bots не говорит "
         "иного), которые меняются местами."),
     .examples = "serai tune dunhuang --games 2000 --seed 1 > weights.def\n"
                 "serai tune gugong --duels --margin 10 --games 5000 --seed 1 --bots search:60\n"
                 "serai tune marcopolo --duels --habits --seats 2 --games 500 --bots search:40",
     .shared = true,
     .run = sr_run_tune},
    {.name = "learn",
     .arguments = "GAME",
     .least = 1,
     .most = 1,
     .flags = BIT(SEATS) | BIT(SEED) | SETUP | BIT(GENERATIONS) | BIT(GAMES) | BIT(BOTS) |
              BIT(THREADS) | BIT(FROM) | BIT(AGAINST) | BIT(OUT),
     .needed = BIT(SEATS) | BIT(OUT),
     .from = {"--from", "NET",
              SR_TEXT("a net of the game to go on from, for any number of seats",
                      "сеть этой игры, от которой учиться дальше, на любое число мест")},
     .bots = BOTS("NAME", "the search that plays the games to learn from; search:150 if not given",
                  "поиск, который играет партии для учёбы; без него search:150"),
     .text = SR_TEXT("teach a net to judge a game", "выучить сеть оценивать игру"),
     .more = SR_TEXT(
         "Teaches a net to judge a game for so many seats. Each generation plays --games games "
         "against itself, with forks and leaves, learns from the last ones, and stands at the "
         "gate: "
         "300 games against the best net before it, or at first the linear judge. Who does not win "
         "does not pass, however well it foretells. The best net is DIR/net-SEATS.bin; a bot plays "
         "by it as search:1000/weights=DIR/net-SEATS.bin. What was stopped goes on where it was; "
         "the same seed gives the same nets. With --from the first generation plays by that net "
         "and must "
         "beat it, and every one begins with what the best before it knows; with --generations 0 "
         "it is only fitted to so many seats. With --against the net has one seat and BOT all "
         "others, in the games to learn from and at the gate, where it searches as --bots says; "
         "who wins more than the best before is kept.",
         "Учит сеть оценивать игру на столько-то мест. Каждое поколение играет с собой --games "
         "партий с развилками и листьями, учится на последних и выходит к воротам: 300 партий "
         "против лучшей сети до него, вначале — против линейной оценки. Кто не победил, не "
         "проходит, как бы хорошо ни предсказывал. Лучшая сеть — DIR/net-МЕСТА.bin; бот играет по "
         "ней как search:1000/weights=DIR/net-МЕСТА.bin. Прерванное продолжается с того же места; "
         "одно зерно даёт одни и те же сети. С --from первое поколение играет по той сети и должно "
         "её "
         "победить, и каждое начинает с того, что знает лучшая до него; с --generations 0 она "
         "только приводится к стольким местам. С --against у сети одно место, а у BOT все "
         "остальные, и в партиях для учёбы, и у ворот, где она ищет, как велит --bots; остаётся "
         "та, что побеждает чаще лучшей до неё."),
     .examples = "serai learn gugong --seats 2 --generations 6 --seed 1 --out gugong-2\n"
                 "serai learn gugong --seats 3 --from gugong-2/net-2.bin --out gugong-3\n"
                 "serai learn gugong --seats 2 --bots search:200 --against search:200 --out foe",
     .run = sr_run_learn},
    {.name = "bench",
     .arguments = "[GAME]",
     .least = 0,
     .most = 1,
     .flags = BIT(JSON),
     .text = SR_TEXT("how fast the engine is here", "насколько движок быстр здесь"),
     .more =
         SR_TEXT("Measures random play on one core, about a second for each game: decisions a "
                 "second, nanoseconds for the list of moves, a move, a copy and a guess, and "
                 "the size of a state; and nanoseconds for which a net judges a position.",
                 "Измеряет случайную игру на одном ядре, около секунды на игру: решений в "
                 "секунду, наносекунды на список ходов, ход, копию и догадку, размер состояния; и "
                 "за сколько наносекунд сеть оценивает позицию."),
     .examples = "serai bench\nserai bench dunhuang --json",
     .run = sr_run_bench},
    {.name = "serve",
     .arguments = "",
     .flags = BIT(LISTEN) | BIT(DATA) | BIT(STORE) | BIT(WEB) | BIT(CONFIG),
     .text =
         SR_TEXT("host tables over HTTP and WebSocket", "принимать игроков по HTTP и WebSocket"),
     .more = SR_TEXT("Hosts tables for people and bots. Everything is kept in one file in the data "
                     "directory, or with --store in a PostgreSQL that several servers share. "
                     "Ctrl-C or SIGTERM stops it without losing a move; logs go to "
                     "standard error.",
                     "Принимает за столы людей и ботов. Всё хранится в одном файле в каталоге "
                     "данных или, с --store, в PostgreSQL, общем для нескольких серверов. Ctrl-C "
                     "или SIGTERM останавливает сервер, не теряя ни хода; журнал "
                     "идёт в поток ошибок."),
     .examples = "serai serve\nserai serve --listen 127.0.0.1:9000 --data /var/lib/serai\n"
                 "serai serve --store postgres://serai@db.example.org/serai",
     .run = sr_run_serve},
    {.name = "admin",
     .arguments = "ACTION [WHAT]",
     .least = 1,
     .most = 2,
     .flags = BIT(DATA) | BIT(STORE) | BIT(FROM) | BIT(TO) | BIT(CONFIG) | BIT(JSON),
     .text = SR_TEXT("backups, people and tables of a server", "копии, люди и столы сервера"),
     .more = SR_TEXT(
         "Looks after a server and its data. backup FILE copies everything into one file, users, "
         "tables and audit (who signed in, or tried to) list them, password NAME sets a password, "
         "which is read from standard input, and signs all devices out. close TABLE ends a table, "
         "quarantine TABLE sets one aside and release TABLE gives it back; ban, unban, mute and "
         "unmute take a PERSON, by id or claimed name: all of these while it runs or not. drain "
         "lets no new games begin on a server that runs, resume does again. restore FILE puts a "
         "copy in place, while it does not run. copy takes everything from one store to another "
         "(--from, --to).",
         "Следит за сервером и его данными. backup FILE копирует всё в один файл, users, tables и "
         "audit (кто входил или пытался) выводят списки, password ИМЯ задаёт пароль (читает его "
         "из стандартного ввода) и завершает вход на всех устройствах. close СТОЛ закрывает стол, "
         "quarantine СТОЛ закрывает его на карантин, release СТОЛ возвращает; ban, unban, mute и "
         "unmute — для человека, по номеру или закреплённому имени: всё это и при работающем "
         "сервере, и без него. drain не даёт начинать новые партии на работающем сервере, resume "
         "снова разрешает. restore FILE возвращает копию на место при остановленном сервере. copy "
         "переносит всё из "
         "одного хранилища в другое (--from, --to)."),
     .examples = "serai admin backup /var/backups/serai.sqlite --data /var/lib/serai\n"
                 "serai admin users --json\nserai admin ban 17\n"
                 "echo secret phrase | serai admin password Ada",
     .run = sr_run_admin},
    {.name = "version",
     .arguments = "",
     .text = SR_TEXT("the version of this program", "версия программы"),
     .more = SR_TEXT("Prints the version of this program.", "Выводит версию программы."),
     .examples = "serai version",
     .run = sr_run_version},
};

const int sr_command_count = (int)(sizeof sr_commands / sizeof sr_commands[0]);

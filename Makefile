# Caravanserai. The goals a person types:
#
#   make            release build: build/serai, build/libserai.a, build/libserai.so, build/serai.pc
#   make play       builds everything, starts the server and says (or opens) its address
#   make play-cluster  the same with a database, three nodes and nginx: docs/scale.md
#   make site       build/site: all games in the browser, for any static host: docs/site.md
#   make terminal   the same games in the terminal: make terminal GAME=dunhuang
#   make try        one game in seconds: its battery, scenarios and speed: make try GAME=hearts
#   make test       everything: gcc and clang, sanitizers, scenarios, battery, fuzzers, commands
#   make test-quick the test programs of the release build, without the browser client, in a minute or two
#   make test-web   the browser client alone, in Chromium against the real server
#   make proofs       every text of tens of thousands of positions, proof-read in both languages
#   make reliability  200 kills of the server and thousands of games listened to: docs/reliability.md; LENGTHS="4 4 10 200000 20" tries it shortly
#   make load       what one server carries: moves a second, sockets, memory, stored games
#   make load-cluster  the same with 1, 2 and 3 nodes on PostgreSQL, beside SQLite
#   make bench      decisions per second, and instructions per decision under callgrind
#   make strength   how strong the bots are, hours of it: make strength PART=greedy GAME=gugong
#   make coach      are the mistakes that the coach calls confirmed by ten times its budget?
#   make bench-peers environments beside PettingZoo, OpenSpiel and RLCard
#   make bench-threads  what a second thread brings to environments, and what the machine has to give
#   make bench-web  the tables in Chromium: how soon they are there, how evenly they move
#   make wheel      the Python package with libserai inside: build/wheel/serai-*.whl
#   make fuzz       fuzzes one target for as long as you like: make fuzz TARGET=record SECONDS=600
#   make protocol   writes the pages and types of the protocol anew from its tables
#   make golden     writes golden records for games and rules versions that have none yet
#   make MPI=1      a serai whose laboratories run on many machines: mpirun -n 8 serai arena ...
#   make lint       clang-tidy and cppcheck          make format   clang-format, in place
#   make deps       installs what a build needs (FOR=test, wasm, release: what those do); play and test install what they need, too, and nothing else does
#   make install    to PREFIX (/usr/local), with DESTDIR, LIBDIR ...    make uninstall    make clean
#   make dist       a release with the browser client inside: build/serai-VERSION.tar.gz
#   make deb        Debian packages: build/deb       make musl     compiles library and terminal with musl
#   make pictures   the pictures of the README, from the client as it is
#   make around     pictures of every page, board and ending in all sizes, looks and languages, to be looked at
#   make release-test   tarball and packages as others get them: the same bytes twice, in and out of a clean Debian
#   make sbom       NOTICE.md and sbom.spdx.json     make at-a-glance   docs/at-a-glance.md
#
# A variant is a build of its own in build/VARIANT: release, debug, clang, asan, tsan, fuzz, wasm.

VERSION  := 1.0.0
# of the library: raised when programs that use it must be built anew
ABI      := 0
PREFIX   ?= /usr/local
BINDIR   ?= $(PREFIX)/bin
LIBDIR   ?= $(PREFIX)/lib
INCLUDEDIR ?= $(PREFIX)/include
DATADIR  ?= $(PREFIX)/share
MANDIR   ?= $(DATADIR)/man
VARIANT  ?= release
BUILD    ?= build
B        := $(BUILD)/$(VARIANT)

CC_release := gcc
CC_debug   := gcc
CC_clang   := clang
CC_asan    := clang
CC_tsan    := gcc
CC_fuzz    := clang
FLAGS_release := -O3 -g
FLAGS_debug   := -O0 -g
# What is built to find faults needs lines for its reports, and compiles quicker with those alone.
FLAGS_clang   := -O1
# It counts what is reached, so that make test's fuzzers need no build of their own.
FLAGS_asan    := -O1 -g1 -fsanitize=address,undefined -fsanitize-coverage=inline-8bit-counters,pc-table -fno-sanitize-recover=all -fno-omit-frame-pointer
FLAGS_tsan    := -O1 -g -fsanitize=thread
FLAGS_fuzz    := -O1 -g1 -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all
# For browsers: one thread, no libraries but C's, and less memory for searches.
CC_wasm       := clang
# with vectors, which every browser has that has what the pages need (modules in workers, ES2022)
FLAGS_wasm    := --target=wasm32-wasi -O3 -msimd128

# CC, CPPFLAGS, CFLAGS and LDFLAGS are for whoever builds: from the environment or the command line
# they come after the project's own and so win, in the builds that people install. What is built to
# find faults takes its own alone.
ifneq ($(filter release debug,$(VARIANT)),)
GIVEN := yes
endif
COMPILER := $(if $(and $(GIVEN),$(filter-out default undefined,$(origin CC))),$(CC),$(CC_$(VARIANT)))
FLAGS    := $(FLAGS_$(VARIANT))
WARNINGS := -Wall -Wextra -Wshadow -Wconversion -Wstrict-prototypes -Wmissing-prototypes -Wno-missing-field-initializers
# Sizes of tables and weights are enumerators here, and are multiplied: newer clangs mind.
WARNINGS += $(if $(findstring clang,$(COMPILER)),-Wno-enum-enum-conversion -Wno-enum-float-conversion)
# A warning is an error where we test, and nowhere else: make test says WERROR=-Werror.
WERROR   ?= $(if $(GIVEN)$(filter wasm,$(VARIANT)),,-Werror)
# Paths of this machine do not belong into a program that is the same wherever it is built.
PATHS    := -ffile-prefix-map=$(CURDIR)=.
OWN_CPPFLAGS := -Iinclude -Isrc -D_XOPEN_SOURCE=700 -DSERAI_VERSION=\"$(VERSION)\"
# No two operations on fractions are made one: searches find the same on every machine.
OWN_CFLAGS := -std=c17 $(WARNINGS) $(FLAGS) $(PATHS) -ffp-contract=off -fno-math-errno -fvisibility=hidden -MMD -MP
OWN_LDFLAGS := $(filter -fsanitize=%,$(FLAGS:-fsanitize=fuzzer-no-link,%=-fsanitize=%)) -pthread
ifeq ($(VARIANT),wasm)
OWN_CPPFLAGS := -Iweb/engine/include $(OWN_CPPFLAGS) -Iweb/engine -DSR_FOREST_MEGABYTES=56
else
OWN_CFLAGS += -fPIC -pthread
endif
# What faces a network is hardened: overflows are noticed, addresses are drawn, tables are read-only.
ifeq ($(VARIANT),release)
OWN_CFLAGS += -fstack-protector-strong -fstack-clash-protection -Wformat -Wformat-security
ifeq ($(findstring _FORTIFY_SOURCE,$(CPPFLAGS) $(CFLAGS)),)
OWN_CPPFLAGS += -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2
endif
OWN_LDFLAGS += -Wl,-z,relro -Wl,-z,now
PIE := -pie
# Not the innermost loops, where it would cost one instruction in twenty: rules, dice and who plays at
# random. They read nothing that anybody sends; the battery and the sanitizers look for what overflows.
INNERMOST := -fno-stack-protector
# What only tests takes longer to compile well than it runs.
TESTING := -O1 -g1
ifeq ($(shell uname -m),x86_64)
OWN_CFLAGS += -fcf-protection
# Debian's start files have no marks for it: the program has doors of its own (src/cli/doors.c), and the library needs none.
PIE += -Wl,-e,sr_door_start,-init,sr_door_init,-fini,sr_door_fini,-z,ibt,-z,shstk
BARE := -nostartfiles
endif
endif
ALL_CPPFLAGS = $(OWN_CPPFLAGS) $(if $(GIVEN),$(CPPFLAGS))
ALL_CFLAGS   = $(OWN_CFLAGS) $(WERROR) $(if $(GIVEN),$(CFLAGS))
ALL_LDFLAGS  = $(OWN_LDFLAGS) $(if $(GIVEN),$(CFLAGS) $(LDFLAGS))
# Programs that only test are many and linked often: by the quicker linker, where it is.
QUICK_LINK := $(if $(shell command -v ld.lld 2>/dev/null),-fuse-ld=lld)
LIBS     := -ljansson -lm
CLI_LIBS := -lncursesw
# Laboratories over many processes, on demand: make MPI=1, or serai-mpi beside serai. One file knows
# of it.
MPI_CFLAGS = -DSERAI_MPI $(shell pkg-config --cflags ompi-c)
MPI_LIBS   = $(shell pkg-config --libs ompi-c)
FLEET_OBJ := $(BUILD)/$(VARIANT)/src/cli/fleet.o
FLEET_MPI := $(BUILD)/$(VARIANT)/src/cli/fleet.mpi.o
SERVER_LIBS := -lmicrohttpd -lwslay -lsqlite3 -lsodium -licui18n -licuuc -lz

# Many machines need PostgreSQL; without libpq everything else builds all the same, and says so.
POSTGRES ?= $(shell pkg-config --exists libpq 2>/dev/null && echo yes)
ifeq ($(POSTGRES),yes)
OWN_CPPFLAGS += -DSR_POSTGRES $(shell pkg-config --cflags libpq)
SERVER_LIBS += $(shell pkg-config --libs libpq)
endif

# make V=1 shows whole commands
ifeq ($(V),1)
SAY := @true
Q   :=
else
SAY := @echo
Q   := @
endif

# The browser client, which the program carries inside. Without it everything builds all the same.
WEB_DIST ?= web/dist
WEB_FILES := $(sort $(shell find $(WEB_DIST) -type f 2>/dev/null))

# the library itself needs none of what the server stands on
LIB_SRC  := $(sort $(filter-out src/cli/% src/server/% src/store/%,$(wildcard src/*/*.c src/games/*/*.c)))
# what the games' bots have learnt, which the library carries inside
NET_FILES := $(sort $(wildcard src/games/*/net-*.bin))
SERVER_SRC := $(sort $(wildcard src/server/*.c src/store/*.c))
ifneq ($(POSTGRES),yes)
SERVER_SRC := $(filter-out src/store/postgres%,$(SERVER_SRC))
endif
CLI_SRC  := $(sort $(wildcard src/cli/*.c))
# Games that are built and tested like the others and do not ship: a registry with them in it stands
# before the library on the command line, so the one in there is not taken.
EXAMPLE_TEST_SRC := $(sort $(wildcard examples/*/test_*.c))
EXAMPLE_SRC := $(filter-out $(EXAMPLE_TEST_SRC),$(sort $(wildcard examples/*.c examples/*/*.c)))
TEST_SRC := $(sort $(wildcard tests/test_*.c)) $(EXAMPLE_TEST_SRC)
SUPPORT_SRC := $(sort $(wildcard tests/support/*.c tests/doubles/*.c))
FUZZ_SRC := $(sort $(wildcard fuzz/*.c))
SIMULATE_SRC := $(sort $(wildcard tests/simulate/*.c))

# The house in a browser: the library but for its laboratory and what needs a system, the part of the
# server that decides, and web/engine in the place of the rest.
WASM_SRC := $(filter-out src/lab/% src/api/% src/bots/forest.c src/bots/system.c src/bots/program.c src/bots/player.c,$(LIB_SRC)) \
  $(addprefix src/api/,buffer.c json_object.c position.c preview.c problems.c record.c table.c) \
  $(addprefix src/server/,chart.c errand.c problems.c refusal.c request.c room.c room_read.c routes.c routes_lobby.c routes_make.c \
  routes_people.c routes_play.c routes_review.c review.c routes_coach.c) $(sort $(wildcard web/engine/*.c))

LIB_OBJ  := $(LIB_SRC:%.c=$(B)/%.o) $(B)/net_files.o
SERVER_OBJ := $(SERVER_SRC:%.c=$(B)/%.o)
EXAMPLE_OBJ := $(EXAMPLE_SRC:%.c=$(B)/%.o)
CLI_OBJ  := $(CLI_SRC:%.c=$(B)/%.o)
SUPPORT_OBJ := $(SUPPORT_SRC:%.c=$(B)/%.o)
TESTS    := $(addprefix $(B)/,$(basename $(notdir $(TEST_SRC))))
FUZZERS  := $(FUZZ_SRC:fuzz/%.c=$(B)/fuzz_%)

.PHONY: simulate all play terminal test reliability load faults loads versions bench fuzz golden lint format install clean setup variant objects tests fuzzers
.DELETE_ON_ERROR:

all: look web
	@$(MAKE) --no-print-directory VARIANT=release variant manual
	@mkdir -p $(BUILD)
	@cp -f $(BUILD)/release/serai $(BUILD)/release/libserai.a $(BUILD)/release/libserai.so $(BUILD)/release/serai.pc $(BUILD)/

# Says what is missing; installs nothing.
.PHONY: look
look:
	@CC='$(COMPILER)' scripts/setup look

# The browser client: built anew when one of its sources is newer, where there is what it is made with.
.PHONY: web house
web: house
	@SERAI_BUILD=$(BUILD) scripts/web dist

# The house in a browser: made once, also where several goals that want it are made at once. Who asks for it by name gets
# what it is made with; others do without, and where no client can be made of it nobody waits for it.
house: $(if $(filter wasm site,$(MAKECMDGOALS)),setup-wasm)
	@if [ -z '$(filter wasm site,$(MAKECMDGOALS))' ] && ! scripts/web there; then :; \
	    elif scripts/setup can-wasm; then $(MAKE) --no-print-directory VARIANT=wasm $(BUILD)/wasm/house.wasm; \
	    else echo "web: without the house for browsers: for that, make deps FOR=wasm" >&2; fi

# Everything that a build needs, or a goal named by FOR: test, wasm, release.
.PHONY: deps
deps:
	@scripts/setup $(or $(FOR),build)
	@scripts/web install

# The same pages with the house in the browser, for hosts that have nothing but files: docs/site.md
.PHONY: site
site: setup-build house
	@$(WEB_TOOLS)
	@echo "  vite  $(BUILD)/site"
	@SERAI_BUILD=$(BUILD) scripts/web run vite build --mode site --logLevel warn

# The two commands of the README, with the parts of the second, install what is missing and say so, as
# `make deps` does. Whatever else is made says what it lacks and how to get it. Quick when all is there.
INSTALLS := $(filter play test test-quick test-web deps,$(MAKECMDGOALS))
SETUP     = scripts/setup $(if $(INSTALLS),,lacking)
WEB_TOOLS = scripts/web $(if $(INSTALLS),install,lacking)
.PHONY: setup-build setup-test setup-wasm setup-release
setup-build setup-test setup-wasm setup-release: setup-%:
	@$(SETUP) $*

# Who waits for the house to be built has all processors work for it, unless -j says otherwise.
BUILD_ALL = $(MAKE) --no-print-directory $(if $(filter -j%,$(MAKEFLAGS)),,-j$(shell getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1)) all

play: setup-build
	@scripts/web install || echo "play: npm cannot be reached; goes on without building the browser client anew"
	@$(BUILD_ALL)
	@scripts/play $(BUILD)

# A database, three nodes and nginx on this machine.
.PHONY: play-cluster
play-cluster: setup-test
	@$(BUILD_ALL)
	@scripts/play-cluster $(BUILD)

terminal: all
	@$(BUILD)/serai play $(GAME)

.PHONY: try
try:
	@scripts/try $(BUILD) "$(GAME)"

test: setup-test
	@$(WEB_TOOLS)
	@WERROR=-Werror tests/run $(BUILD)

# What takes seconds; `tests/run BUILD PATTERN...` runs the steps that a change touches.
.PHONY: test-quick
test-quick: setup-test
	@WERROR=-Werror tests/run $(BUILD) quick

# The browser client alone: its logic, and whole journeys in Chromium against the real server.
.PHONY: test-web
test-web: setup-test
	@$(WEB_TOOLS)
	@$(MAKE) --no-print-directory web
	@$(MAKE) --no-print-directory site
	@$(MAKE) --no-print-directory VARIANT=release variant faults
	@tests/web $(BUILD)

# The pictures of the README, from the client as it is: docs/pictures.
.PHONY: pictures
pictures: setup-test
	@$(WEB_TOOLS)
	@$(MAKE) --no-print-directory web
	@$(MAKE) --no-print-directory site
	@$(MAKE) --no-print-directory VARIANT=release variant faults
	@SERAI=$(CURDIR)/$(BUILD)/release/serai SERAI_SITE=$(CURDIR)/$(BUILD)/site scripts/web run playwright test --config pictures.config.ts --output test-results/pictures

# Pictures of everything a person sees, to be looked at: web/shots/around. WHICH="gugong ru phone,small" narrows it.
.PHONY: around
around: setup-test
	@$(WEB_TOOLS)
	@$(MAKE) --no-print-directory web
	@$(MAKE) --no-print-directory VARIANT=release variant faults
	@SERAI=$(CURDIR)/$(BUILD)/release/serai SERAI_AROUND="$(WHICH)" scripts/web run playwright test --config pictures.config.ts --output test-results/around

.PHONY: proofs
proofs: setup-test
	@$(MAKE) --no-print-directory VARIANT=release tests
	@SERAI_PROOFS=40 $(BUILD)/release/test_proofs

reliability: setup-test
	@$(MAKE) --no-print-directory VARIANT=release variant tests faults
	@$(MAKE) --no-print-directory VARIANT=asan variant faults
	@$(MAKE) --no-print-directory VARIANT=fuzz fuzzers
	@tests/reliability/run $(BUILD) $(LENGTHS)

load: setup-test
	@$(MAKE) --no-print-directory VARIANT=release variant loads
	@bench/load/run $(BUILD)

.PHONY: load-cluster
load-cluster: setup-test
	@$(MAKE) --no-print-directory VARIANT=release variant loads
	@bench/load/cluster $(BUILD)

bench: all
	@$(MAKE) --no-print-directory VARIANT=release $(BUILD)/release/envs
	@bench/run $(BUILD)

# For learning programs: build/wheel/serai-VERSION-py3-none-PLATFORM.whl serves every CPython.
.PHONY: wheel python-library
python-library:
	@$(MAKE) --no-print-directory VARIANT=release $(BUILD)/release/python/libserai.so
wheel: python-library
	@scripts/wheel $(BUILD)

.PHONY: strength
strength: all
	@bench/strength $(BUILD) "$(PART)" "$(GAME)"

.PHONY: coach
coach:
	@$(MAKE) --no-print-directory $(BUILD)/release/confirm
	@bench/coach/run $(BUILD)

# Beside other people's environments, which it installs below build/: docs/research.md.
.PHONY: bench-peers
bench-peers:
	@bench/peers/run $(BUILD)
.PHONY: bench-threads
bench-threads:
	@$(MAKE) --no-print-directory VARIANT=release $(BUILD)/release/serai $(BUILD)/release/envs
	@bench/threads $(BUILD)
.PHONY: bench-web
bench-web: setup-test
	@$(WEB_TOOLS)
	@$(MAKE) --no-print-directory web site wasm
	@$(MAKE) --no-print-directory VARIANT=release variant faults $(BUILD)/release/trial
	@bench/wasm $(BUILD)
	@bench/web $(BUILD)

# The house in a browser: build/wasm/house.wasm; trial.wasm has the doors for tests too.
.PHONY: wasm
wasm: house
	@$(MAKE) --no-print-directory VARIANT=wasm $(BUILD)/wasm/trial.wasm

variant: $(B)/serai $(B)/serai-examples $(B)/libserai.a $(B)/libserai.so $(B)/serai.pc
objects: $(LIB_OBJ) $(SERVER_OBJ) $(CLI_OBJ) $(EXAMPLE_OBJ) $(SUPPORT_OBJ) $(TEST_SRC:%.c=$(B)/%.o) $(SIMULATE_SRC:%.c=$(B)/%.o) \
  $(if $(filter asan fuzz,$(VARIANT)),$(FUZZ_SRC:%.c=$(B)/%.o))
tests: $(TESTS) $(B)/simulate
simulate: $(B)/simulate
fuzzers: $(FUZZERS)
faults: $(B)/faults.so $(B)/deals.so
loads: $(B)/load $(B)/stored
versions: $(B)/serai-now $(B)/serai-next

fuzz: setup-test
	@$(MAKE) --no-print-directory VARIANT=fuzz fuzzers
	@fuzz/run $(BUILD) "$(TARGET)" "$(SECONDS)"

.PHONY: protocol
protocol:
	@$(MAKE) --no-print-directory $(BUILD)/release/test_protocol
	@$(BUILD)/release/test_protocol --write

golden: all
	@tests/make-golden $(BUILD)

lint: setup-test
	@scripts/lint

format: setup-test
	@clang-format -i $$(git ls-files '*.c' '*.h')

# Man pages and completions, by the same table that the parser reads.
.PHONY: manual
manual: $(B)/serai.1
$(B)/serai.1: $(B)/serai scripts/manual
	$(SAY) "  man   $(B)/man"
	$(Q)scripts/manual $< $(B)

# What is installed where; install and uninstall both read it.
LIBRARY := libserai.so.$(VERSION)
INSTALLED = $(BINDIR)/serai $(INCLUDEDIR)/serai.h $(LIBDIR)/libserai.a $(LIBDIR)/$(LIBRARY) \
  $(LIBDIR)/libserai.so.$(ABI) $(LIBDIR)/libserai.so $(LIBDIR)/pkgconfig/serai.pc \
  $(DATADIR)/bash-completion/completions/serai $(DATADIR)/zsh/site-functions/_serai $(MANUALS)
MANUALS = $(foreach page,$(wildcard $(BUILD)/release/man/*.1),$(MANDIR)/man1/$(notdir $(page))) \
  $(foreach page,$(wildcard $(BUILD)/release/man/ru/*.1),$(MANDIR)/ru/man1/$(notdir $(page)))
DOCUMENTS := $(DATADIR)/doc/serai

.PHONY: install uninstall
install: all
	@for kind in $(BINDIR) $(INCLUDEDIR) $(LIBDIR)/pkgconfig $(MANDIR)/man1 $(MANDIR)/ru/man1 $(DOCUMENTS) \
	    $(DATADIR)/bash-completion/completions $(DATADIR)/zsh/site-functions; do install -d "$(DESTDIR)$$kind"; done
	install -m 755 $(BUILD)/serai $(DESTDIR)$(BINDIR)/serai
	install -m 644 include/serai.h $(DESTDIR)$(INCLUDEDIR)/serai.h
	install -m 644 $(BUILD)/libserai.a $(DESTDIR)$(LIBDIR)/libserai.a
	install -m 644 $(BUILD)/libserai.so $(DESTDIR)$(LIBDIR)/$(LIBRARY)
	ln -sf $(LIBRARY) $(DESTDIR)$(LIBDIR)/libserai.so.$(ABI)
	ln -sf libserai.so.$(ABI) $(DESTDIR)$(LIBDIR)/libserai.so
	install -m 644 $(BUILD)/serai.pc $(DESTDIR)$(LIBDIR)/pkgconfig/serai.pc
	install -m 644 $(BUILD)/release/man/*.1 $(DESTDIR)$(MANDIR)/man1/
	install -m 644 $(BUILD)/release/man/ru/*.1 $(DESTDIR)$(MANDIR)/ru/man1/
	install -m 644 $(BUILD)/release/serai.bash $(DESTDIR)$(DATADIR)/bash-completion/completions/serai
	install -m 644 $(BUILD)/release/_serai $(DESTDIR)$(DATADIR)/zsh/site-functions/_serai
	install -m 644 LICENSE NOTICE.md CHANGELOG.md sbom.spdx.json deploy/serai.service $(DESTDIR)$(DOCUMENTS)/

uninstall:
	rm -f $(INSTALLED:%=$(DESTDIR)%)
	rm -f $(DESTDIR)$(MANDIR)/man1/serai.1 $(DESTDIR)$(MANDIR)/man1/serai-*.1 $(DESTDIR)$(MANDIR)/ru/man1/serai.1 $(DESTDIR)$(MANDIR)/ru/man1/serai-*.1
	rm -rf $(DESTDIR)$(DOCUMENTS)

# A release: the sources with the browser client inside, so that it builds without a network. The same
# commit gives the same bytes.
.PHONY: dist deb musl sbom
dist: web
	@scripts/dist $(BUILD) $(VERSION)

# Debian packages: build/deb/*.deb
deb: dist
	@scripts/deb $(BUILD) $(VERSION)

# A release as others get it: the same bytes twice, without a network, packages in and out of a clean root.
.PHONY: release-test
release-test: setup-test setup-release
	@mkdir -p $(BUILD)
	@tests/release $(BUILD)

# Library and terminal compile against musl too, with nothing but what POSIX has and bots/system.c.
musl:
	@scripts/musl $(BUILD)

# The page that answers "how strong, which seat, how fast" in a minute, from kept results.
.PHONY: at-a-glance
at-a-glance:
	@scripts/at-a-glance

# What is inside: sbom.spdx.json and NOTICE.md, from the lock file and the libraries we link.
sbom:
	@scripts/notices

clean:
	rm -rf $(BUILD)

# ---- how things are made ----

# Another compiler, flag or version is a change too: whatever is made depends on how it is made, but not
# on where: a copy of the house goes on with what is built.
HOW := $(COMPILER) $(ALL_CPPFLAGS) $(filter-out -Werror $(PATHS),$(ALL_CFLAGS)) $(ALL_LDFLAGS) $(VERSION) $(MPI) $(INNERMOST) $(TESTING) $(PIE) $(BARE)
$(B)/how: always
	@mkdir -p $(@D)
	@printf '%s\n' '$(HOW)' > $@.$$$$; cmp -s $@.$$$$ $@ || cp $@.$$$$ $@; rm -f $@.$$$$

INNER_OBJ := src/games/%.o examples/%.o $(addprefix src/,core/game.o core/rng.o core/cards.o core/mind.o bots/random.o lab/match.o)
$(addprefix $(B)/,$(INNER_OBJ)): OWN_CFLAGS += $(INNERMOST)
$(SUPPORT_OBJ) $(TEST_SRC:%.c=$(B)/%.o): OWN_CFLAGS += $(TESTING)
# Where it goes is no reason to compile anything again.
$(B)/where: always
	@mkdir -p $(@D)
	@printf '%s\n' '$(PREFIX) $(LIBDIR) $(INCLUDEDIR) $(VERSION)' > $@.$$$$; cmp -s $@.$$$$ $@ || cp $@.$$$$ $@; rm -f $@.$$$$

$(B)/%.o: %.c $(B)/how
	@mkdir -p $(@D)
	$(SAY) "  cc    $<"
	$(Q)$(COMPILER) $(ALL_CPPFLAGS) $(ALL_CFLAGS) -c $< -o $@

$(B)/libserai.a: $(LIB_OBJ)
	@rm -f $@
	$(SAY) "  ar    $@"
	$(Q)ar rcs $@ $^

$(B)/libserai.so: $(LIB_OBJ)
	$(SAY) "  link  $@"
	$(Q)$(COMPILER) -shared $(BARE) -Wl,-soname,libserai.so.$(ABI) $(ALL_LDFLAGS) $^ $(LIBS) -o $@

# The same with jansson beside it, so that a wheel needs nothing from the machine it comes to.
$(B)/python/libserai.so: $(LIB_OBJ)
	@mkdir -p $(@D)
	$(SAY) "  link  $@"
	$(Q)cp -L "$$($(COMPILER) -print-file-name=libjansson.so.4)" $(@D)/
	$(Q)$(COMPILER) -shared -Wl,-soname,libserai.so.$(ABI) -Wl,-rpath,'$$ORIGIN' $(ALL_LDFLAGS) $^ $(LIBS) -o $@

# a file that went away is a change too, so the list of them is an input
.PHONY: always
$(B)/web_files.list: always
	@mkdir -p $(@D)
	@printf '%s\n' $(WEB_DIST) $(WEB_FILES) > $@.$$$$; cmp -s $@.$$$$ $@ || cp $@.$$$$ $@; rm -f $@.$$$$

$(B)/web_files.c: scripts/embed-web $(B)/web_files.list $(WEB_FILES)
	$(SAY) "  embed $(WEB_DIST)"
	$(Q)scripts/embed-web $(WEB_DIST) $(@D)

$(B)/web_files.o: $(B)/web_files.c src/server/web.h $(B)/how
	$(SAY) "  cc    $<"
	$(Q)$(COMPILER) $(ALL_CPPFLAGS) $(ALL_CFLAGS) -c $< -o $@

$(B)/net_files.list: always
	@mkdir -p $(@D)
	@printf '%s\n' $(NET_FILES) > $@.$$$$; cmp -s $@.$$$$ $@ || cp $@.$$$$ $@; rm -f $@.$$$$

$(B)/net_files.c: scripts/embed-nets $(B)/net_files.list $(NET_FILES)
	$(SAY) "  embed nets"
	$(Q)scripts/embed-nets $(if $(filter wasm,$(VARIANT)),--marks) $@ $(NET_FILES)

$(B)/net_files.o: $(B)/net_files.c src/bots/nets.h $(B)/how
	$(SAY) "  cc    $<"
	$(Q)$(COMPILER) $(ALL_CPPFLAGS) $(ALL_CFLAGS) -c $< -o $@

$(B)/server.a: $(SERVER_OBJ) $(B)/web_files.o
	@rm -f $@
	$(SAY) "  ar    $@"
	$(Q)ar rcs $@ $^

ifeq ($(MPI),1)
$(B)/serai: $(CLI_OBJ:$(FLEET_OBJ)=$(FLEET_MPI)) $(B)/server.a $(B)/libserai.a
	$(SAY) "  link  $@"
	$(Q)$(COMPILER) $(PIE) $(ALL_LDFLAGS) $(filter-out %/how,$^) $(CLI_LIBS) $(SERVER_LIBS) $(MPI_LIBS) $(LIBS) -o $@
else
$(B)/serai: $(CLI_OBJ) $(B)/server.a $(B)/libserai.a
	$(SAY) "  link  $@"
	$(Q)$(COMPILER) $(PIE) $(ALL_LDFLAGS) $^ $(CLI_LIBS) $(SERVER_LIBS) $(LIBS) -o $@
endif

$(FLEET_MPI): src/cli/fleet.c $(B)/how
	@mkdir -p $(@D)
	$(SAY) "  cc    $< (MPI)"
	$(Q)$(COMPILER) $(ALL_CPPFLAGS) $(MPI_CFLAGS) $(ALL_CFLAGS) -c $< -o $@

$(B)/serai-mpi: $(CLI_OBJ:$(FLEET_OBJ)=$(FLEET_MPI)) $(B)/server.a $(B)/libserai.a
	$(SAY) "  link  $@"
	$(Q)$(COMPILER) $(PIE) $(ALL_LDFLAGS) $^ $(CLI_LIBS) $(SERVER_LIBS) $(MPI_LIBS) $(LIBS) -o $@

$(B)/serai-examples: $(CLI_OBJ) $(EXAMPLE_OBJ) $(B)/server.a $(B)/libserai.a
	$(SAY) "  link  $@"
	$(Q)$(COMPILER) $(PIE) $(ALL_LDFLAGS) $^ $(CLI_LIBS) $(SERVER_LIBS) $(LIBS) -o $@

# The program of today and one that is still to come, to run side by side: tests/upgrade. What is
# theirs stands before the archives, so that it is taken instead of what is in there.
$(B)/tests/versions/%.o: OWN_CPPFLAGS += -Itests
$(B)/serai-now: $(B)/tests/versions/now.o $(B)/tests/versions/pebbles_now.o
$(B)/serai-next: $(B)/tests/versions/next.o $(B)/tests/versions/pebbles_next.o $(filter-out $(B)/examples/games.o,$(EXAMPLE_OBJ))
$(B)/serai-now $(B)/serai-next: $(CLI_OBJ) $(B)/server.a $(B)/libserai.a
	$(SAY) "  link  $@"
	$(Q)$(COMPILER) $(PIE) $(ALL_LDFLAGS) $(filter %.o,$^) $(filter %.a,$^) $(CLI_LIBS) $(SERVER_LIBS) $(LIBS) -o $@

$(B)/serai.pc: Makefile $(B)/where
	@mkdir -p $(@D)
	@printf '%s\n' 'prefix=$(PREFIX)' 'exec_prefix=$${prefix}' 'libdir=$(LIBDIR:$(PREFIX)/%=$${prefix}/%)' 'includedir=$(INCLUDEDIR:$(PREFIX)/%=$${prefix}/%)' '' \
	  'Name: serai' 'Description: Caravanserai, a fast and exact engine for heavy board games' 'Version: $(VERSION)' \
	  'Libs: -L$${libdir} -lserai' 'Requires.private: jansson' 'Libs.private: -lm -pthread' 'Cflags: -I$${includedir}' > $@

$(B)/test_%: $(B)/tests/test_%.o $(SUPPORT_OBJ) $(EXAMPLE_OBJ) $(B)/server.a $(B)/libserai.a
	$(SAY) "  link  $@"
	$(Q)$(COMPILER) $(ALL_LDFLAGS) $(QUICK_LINK) -Wl,--as-needed $^ -lcmocka $(SERVER_LIBS) $(LIBS) -o $@

$(B)/fuzz_%: $(B)/fuzz/%.o $(B)/server.a $(B)/libserai.a
	$(SAY) "  link  $@"
	$(Q)$(COMPILER) -fsanitize=fuzzer $(ALL_LDFLAGS) $(QUICK_LINK) -Wl,--as-needed $^ $(SERVER_LIBS) $(LIBS) -o $@

# the tests that an example brings along
$(EXAMPLE_TEST_SRC:%.c=$(B)/%.o): OWN_CPPFLAGS += -Itests
define example_test
$(B)/$(basename $(notdir $(1))): $(B)/$(1:.c=.o) $(SUPPORT_OBJ) $(EXAMPLE_OBJ) $(B)/server.a $(B)/libserai.a
	$$(SAY) "  link  $$@"
	$$(Q)$$(COMPILER) $$(ALL_LDFLAGS) $$(QUICK_LINK) -Wl,--as-needed $$^ -lcmocka $$(SERVER_LIBS) $$(LIBS) -o $$@
endef
$(foreach source,$(EXAMPLE_TEST_SRC),$(eval $(call example_test,$(source))))

# a world of nodes, people and faults around hosted tables: docs/reliability.md
$(B)/simulate: $(SIMULATE_SRC:%.c=$(B)/%.o) $(B)/libserai.a
	$(SAY) "  link  $@"
	$(Q)$(COMPILER) $(ALL_LDFLAGS) $(QUICK_LINK) -Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc $^ $(LIBS) -o $@

# Stack first: one that overflows traps instead of writing over what is there.
WASM_LINK = $(COMPILER) --target=wasm32-wasi -mexec-model=reactor -Wl,--strip-all -Wl,-z,stack-size=1048576 -Wl,--stack-first \
  -Wl,--max-memory=268435456 $(filter %.o,$^) -o $@.plain && \
  wasm-opt -O3 --enable-bulk-memory --enable-simd $@.plain -o $@ && rm $@.plain && \
  echo "  wasm  $@: $$(wc -c < $@) bytes, $$(gzip -9 -n -c $@ | wc -c) packed"
$(B)/house.wasm: $(patsubst %.c,$(B)/%.o,$(filter-out web/engine/trial%,$(WASM_SRC))) $(B)/net_files.o
	$(Q)$(WASM_LINK)
WASM_READERS := notation position record words
$(B)/trial.wasm: $(WASM_SRC:%.c=$(B)/%.o) $(B)/net_files.o $(WASM_READERS:%=$(B)/fuzz/%.o)
	$(Q)$(WASM_LINK)
ifeq ($(VARIANT),wasm)
$(B)/fuzz/%.o: OWN_CPPFLAGS += -DLLVMFuzzerTestOneInput=fuzz_$(notdir $*)
endif

# the same trials in a build for this machine
$(B)/trial: $(B)/tests/trial/main.o $(B)/web/engine/trial.o $(B)/libserai.a
	$(SAY) "  link  $@"
	$(Q)$(COMPILER) $(ALL_LDFLAGS) $^ $(LIBS) -o $@
$(B)/tests/trial/main.o $(B)/web/engine/trial.o: OWN_CPPFLAGS += -Iweb/engine

# loaded before the server, to break its disk and its clock
$(B)/faults.so: tests/reliability/faults.c
	@mkdir -p $(@D)
	$(SAY) "  link  $@"
	$(Q)gcc -std=c17 $(WARNINGS) -O2 -fPIC -shared $< -o $@

# loaded before the server, so that it deals the same games every time
$(B)/deals.so: tests/reliability/deals.c
	@mkdir -p $(@D)
	$(SAY) "  link  $@"
	$(Q)gcc -std=c17 -D_XOPEN_SOURCE=700 $(WARNINGS) -O2 -fPIC -shared $< -o $@

$(B)/envs: $(B)/bench/envs.o $(B)/libserai.a
	$(SAY) "  link  $@"
	$(Q)$(COMPILER) $(ALL_LDFLAGS) $^ $(LIBS) -o $@

# The examples too: what bench/peers plays Hearts with.
$(B)/libserai-examples.so: $(filter-out $(B)/src/games/games.o,$(LIB_OBJ)) $(EXAMPLE_OBJ)
	$(SAY) "  link  $@"
	$(Q)$(CC) -shared $(LDFLAGS) $^ $(LIBS) -o $@

$(B)/envs-examples: $(B)/bench/envs.o $(EXAMPLE_OBJ) $(B)/libserai.a
	$(SAY) "  link  $@"
	$(Q)$(CC) $(LDFLAGS) $^ $(LIBS) -o $@

$(B)/load: $(B)/bench/load/generator.o $(B)/tests/support/peer.o
	$(SAY) "  link  $@"
	$(Q)$(COMPILER) $(ALL_LDFLAGS) $^ -o $@

$(B)/stored: $(B)/bench/load/stored.o $(B)/server.a $(B)/libserai.a
	$(SAY) "  link  $@"
	$(Q)$(COMPILER) $(ALL_LDFLAGS) $(QUICK_LINK) -Wl,--as-needed $^ $(SERVER_LIBS) $(LIBS) -o $@

$(B)/confirm $(B)/sure: $(B)/%: $(B)/bench/coach/%.o $(B)/libserai.a
	$(SAY) "  link  $@"
	$(Q)$(COMPILER) $(ALL_LDFLAGS) $^ $(LIBS) -o $@

.PRECIOUS: $(B)/%.o
-include $(LIB_OBJ:.o=.d) $(SERVER_OBJ:.o=.d) $(CLI_OBJ:.o=.d) $(EXAMPLE_OBJ:.o=.d) $(SUPPORT_OBJ:.o=.d) $(TEST_SRC:%.c=$(B)/%.d) $(FUZZ_SRC:%.c=$(B)/%.d) $(SIMULATE_SRC:%.c=$(B)/%.d) $(WASM_SRC:%.c=$(B)/%.d)

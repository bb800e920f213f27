// Writes facts.ts from the engine's components.def.

import { readFileSync, writeFileSync } from 'node:fs';
import { readFacts, writeFacts } from './facts-reader';

const source = new URL('../../../../src/games/marcopolo/components.def', import.meta.url);
writeFileSync(new URL('facts.ts', import.meta.url), writeFacts(readFacts(readFileSync(source, 'utf8'))));

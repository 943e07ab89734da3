/** Vitest's setup file: it is run for each file of tests, while what it imports is loaded once for several. */
import {keepRunningTest} from './needs.ts';

keepRunningTest();

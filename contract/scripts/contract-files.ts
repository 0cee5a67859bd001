import { contract } from '../src/contract.ts'
import { openApiDocument } from '../src/openapi.ts'
import { consoleWords } from './console-operations.ts'
import { alertClassesPage } from './alert-classes-page.ts'
import { commandsSource } from './commands.ts'
import { clientSources, nullableSource, readsSource, wireSource } from './sources.ts'

/** Returns the files that are made of the contract, by path from the root. */
export const contractFiles = (): Record<string, string> => ({
  'contract/openapi.json': `${JSON.stringify(openApiDocument(contract), null, 2)}\n`,
  'docs/alert-classes.md': alertClassesPage(),
  ...inGenerated(clientSources(contract)),
  'contract/src/generated/commands.ts': commandsSource(contract),
  'contract/src/generated/reads.ts': readsSource(contract, consoleWords()),
  'contract/src/generated/nullable.ts': nullableSource(contract),
  'contract/src/generated/wire.ts': wireSource(contract),
})

const inGenerated = (files: Record<string, string>) =>
  Object.fromEntries(Object.entries(files).map(([path, text]) => [`contract/src/generated/${path}`, text]))

// Makes the support bundle of a server that does not start: `support-bundle.ts FILE [settings]`.
import { ConfigurationError, readConfiguration } from './settings/configuration.ts'

const [file, ...args] = process.argv.slice(2)
try {
  if (file === undefined) throw new ConfigurationError('name the file to store the bundle in')
  const configuration = readConfiguration(args, process.env)
  const { makeOfflineBundle } = await import('./support-bundles/offline.ts')
  for (const { name, problem } of await makeOfflineBundle(configuration, file))
    if (problem !== null) console.error(`${name}: ${problem}`)
  console.log(file)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(error instanceof ConfigurationError ? 2 : 1)
}

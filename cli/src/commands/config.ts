import { nameProblem } from '@granary/domain/names.ts'
import { Argument, type Command } from 'commander'
import { configPath, readConfig, writeConfig } from '../config.ts'
import { usage } from '../exit-codes.ts'
import type { World } from '../target.ts'

/** Adds `granary config`: the defaults of this machine. */
export function addConfig(program: Command, world: World): void {
  const path = () => configPath(world.environment)
  const save = (project: string | null) => writeConfig(path(), { ...readConfig(path()), project })
  const config = program
    .command('config')
    .helpGroup('Signing in, and the API itself:')
    .description('show and set defaults')
  const setting = () => new Argument('<setting>').choices(['project'])
  config
    .command('set')
    .description('set a default: `granary config set project my-project`')
    .addArgument(setting())
    .argument('<value>')
    .action((_: string, value: string) => {
      const problem = nameProblem(value)
      if (problem) throw usage(`"${value}" is not the name of a project: ${problem}`)
      save(value)
    })
  config
    .command('unset')
    .description('remove a default')
    .addArgument(setting())
    .action(() => save(null))
  config
    .command('list')
    .description('show the defaults')
    .action(() => {
      const { current, project } = readConfig(path())
      world.out.write(`host     ${current ?? '-'}\nproject  ${project ?? '-'}\n`)
    })
}

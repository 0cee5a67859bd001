import { isUuid } from '@granary/domain/names.ts'
import { type Command, Option } from 'commander'
import { readDuration } from '../auth/duration.ts'
import { targetOf, type World } from '../target.ts'
import { defaultProject } from './project.ts'
import { waitFor, WATCHED } from './wait.ts'

type Given = { for: string; timeout?: number; project?: string; host?: string }

/** Adds `granary FAMILY wait` to the families whose resources have a state. */
export function addWaitCommands(families: ReadonlyMap<string, Command>, world: World): void {
  for (const [family, { path, states }] of Object.entries(WATCHED)) {
    families
      .get(family)
      ?.command(`wait <${family}...>`)
      .description('Wait until a resource is in a state')
      .addOption(
        new Option('--for <state>', 'state to wait for')
          .choices([...states, 'deleted'])
          .makeOptionMandatory(),
      )
      .option('--timeout <time>', 'give up after this time, such as 90s or 10m', (text) =>
        readDuration(text, '--timeout'),
      )
      .option('-p, --project <text>', 'project of the resource, needed for a name')
      .option('--host <url>', 'URL of the server')
      .addHelpText(
        'after',
        `\nExample:\n  granary ${family} wait my-${family} --for ${states.slice(1, 2).join()} --timeout 10m`,
      )
      .action(async (names: string[], given: Given) => {
        const target = targetOf(world, given.host)
        for (const name of names) {
          const project = given.project ?? (isUuid(name) ? null : defaultProject(world))
          const query = new URLSearchParams(project ? { project } : {})
          const look = { method: 'GET', path: `${path}/${encodeURIComponent(name)}`, query }
          const timeout = given.timeout === undefined ? {} : { timeout: given.timeout * 1000 }
          await waitFor(world, target, { family, look, project, goal: given.for, ...timeout })
        }
      })
  }
}

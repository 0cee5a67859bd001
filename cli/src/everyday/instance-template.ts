import { generateName } from '@granary/domain/names.ts'
import { type Given, textIn } from '../commands/given.ts'
import { requiredProject } from '../commands/project.ts'
import { usage } from '../exit-codes.ts'
import type { Target, World } from '../target.ts'
import { find } from './find.ts'

type Disk = { name: string; [field: string]: unknown }
type Body = { boot_disk?: Disk | null; disks: Disk[]; [field: string]: unknown }
type Template = { id: string; name: string; body: Body }

/**
 * Returns the flags that a template stands for and that are not given; none without `--template`. Its disks get names of the new instance's, as theirs may be
 * taken.
 * @throws CommandError 2 beside --json-body, 1 if there is no such template.
 */
export async function templateOf(world: World, target: () => Target, given: Given): Promise<Given> {
  const name = textIn(given, 'template')
  if (name === undefined) return {}
  if (given['json-body'] !== undefined)
    throw usage('--template and --json-body exclude each other: each is a whole request')
  const project = requiredProject(world, given)
  const { body } = await find<Template>(world, target(), 'template', name, project)
  const named = (disk: Disk) => ({ ...disk, name: generateName([String(given.name), disk.name]) })
  const whole = {
    ...body,
    boot_disk: body.boot_disk && {
      ...named(body.boot_disk),
      description: `Boot disk of ${String(given.name)}`,
    },
    disks: body.disks.map(named),
  }
  return Object.fromEntries(
    Object.entries(whole)
      .map(([field, value]) => [field.replaceAll('_', '-'), value] as const)
      .filter(([flag, value]) => value != null && given[flag] === undefined),
  ) as Given
}

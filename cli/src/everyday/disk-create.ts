import { Option } from 'commander'
import { type Given, textIn } from '../commands/given.ts'
import { usage } from '../exit-codes.ts'
import { attachNew, type Made, needsProject } from './attach.ts'
import { sourceOf, sourceOptions } from './disk-source.ts'
import type { Everyday } from './everyday.ts'

/** `granary disk create NAME --size 20GiB`, blank, or from an image or a snapshot. */
export const diskCreate: Everyday = {
  example: 'data --project my-project --size 20GiB --attach my-instance',
  knows: ['disk_backend'],
  options: () => [...sourceOptions(), new Option('--attach <instance>', 'attach it to this instance')],
  async flags(world, target, given): Promise<Given> {
    const isFilled = given.image !== undefined || given.snapshot !== undefined
    if (given['disk-backend'] !== undefined && isFilled)
      throw usage('--disk-backend says what the disk contains; leave out --image and --snapshot')
    if (given['disk-backend'] !== undefined || (given['json-body'] !== undefined && !isFilled)) return given
    const { backend, size } = await sourceOf(world, target, given)
    return {
      ...given,
      'disk-backend': backend,
      ...(isFilled && given.size === undefined && { size }),
    }
  },
  async after(world, target, answer, given) {
    const instance = textIn(given, 'attach')
    if (instance === undefined) return answer
    const item = answer as Made
    return attachNew(
      world,
      target,
      { noun: 'disk', path: '/v1/disks', item },
      {
        path: `/v1/instances/${encodeURIComponent(instance)}/disks/attach`,
        body: { disk: item.id },
        project: needsProject(instance),
      },
    )
  },
}

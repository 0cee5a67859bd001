import type { Everyday } from './everyday.ts'
import { readTag } from './traffic.ts'

/** `granary tag set KIND NAME env=prod,team=web`, in place of a list in JSON. */
export const tagSet: Everyday = {
  note: 'Tags are KEY=VALUE, separated by commas; other tags stay. --remove takes keys away, and --set takes values with commas as JSON.',
  example: 'instance my-instance env=prod,team=web --project my-project',
  flags(_world, _target, given) {
    const { set } = given
    if (typeof set !== 'string' || set.trimStart().startsWith('[')) return given
    return { ...given, set: set.split(',').map((text) => readTag(text, 'the tag')) }
  },
}

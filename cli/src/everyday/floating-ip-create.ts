import { textIn } from '../commands/given.ts'
import { Option } from 'commander'
import { usage } from '../exit-codes.ts'
import { addressOf } from './addresses.ts'
import { attachNew, type Made } from './attach.ts'
import type { Everyday } from './everyday.ts'

/** `granary floating-ip create NAME --attach INSTANCE`, by choice from a pool, or a given one. */
export const floatingIpCreate: Everyday = {
  example: 'web --project my-project --attach my-instance',
  options: () => [
    new Option('--pool <name>', 'take the lowest free address of this pool (default: the default pool)'),
    new Option('--ip <address>', 'take this address'),
    new Option('--attach <instance>', 'attach it to this instance'),
  ],
  async flags(world, target, given) {
    const pool = textIn(given, 'pool')
    const ip = textIn(given, 'ip')
    const stated = [pool, ip, given['address-allocator']].filter((one) => one !== undefined)
    if (stated.length > 1) throw usage('--pool, --ip and --address-allocator exclude each other')
    if (ip !== undefined) return { ...given, 'address-allocator': { type: 'explicit', ip } }
    if (given['address-allocator'] !== undefined || (given['json-body'] !== undefined && pool === undefined))
      return given
    const selector = await addressOf(world, target(), pool ?? 'auto')
    return { ...given, 'address-allocator': { type: 'auto', pool_selector: selector } }
  },
  async after(world, target, answer, given) {
    const instance = textIn(given, 'attach')
    if (instance === undefined) return answer
    const item = answer as Made
    return attachNew(
      world,
      target,
      { noun: 'floating IP', path: '/v1/floating-ips', item },
      {
        path: `/v1/floating-ips/${item.id}/attach`,
        body: { kind: 'instance', parent: instance },
        project: false,
      },
    )
  },
}

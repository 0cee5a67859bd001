import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { DriverError } from '../../compute/src/driver-error.ts'
import { Rack } from '../../compute/src/simulated/equipment.ts'

// A server that loads this module first has a rack whose driver waits, and whose new sleds are not ready, while there is
// a file of that name in the data folder.
const folder = process.argv[process.argv.indexOf('--data') + 1]!
const isSet = (name: string) => existsSync(join(folder, name))
// oxlint-disable-next-line typescript/unbound-method -- called with the rack below
const { equipment, prepare } = Rack.prototype

Rack.prototype.equipment = async function () {
  while (isSet('driver-waits')) await sleep(50)
  return equipment.call(this)
}
Rack.prototype.prepare = async function (sled) {
  if (isSet('sleds-wait')) throw new DriverError('unreachable', `sled ${sled.serial} has not started`)
  return prepare.call(this, sled)
}

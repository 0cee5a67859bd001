import type { MachineNic } from '../../machine.ts'
import { nicDevice } from './guest.ts'

/** Returns what `ip` prints: the interfaces for `ip addr`, the IPv4 routes for `ip route`. */
export function ipText([object = '']: readonly string[], nics: readonly MachineNic[]): string {
  if (/^a(ddr(ess)?)?$/.test(object)) return addressText(nics)
  return /^r(oute)?$/.test(object) ? routeText(nics) : 'usage: ip addr | ip route'
}

function addressText(nics: readonly MachineNic[]): string {
  const loopback = [
    '1: lo: <LOOPBACK,UP,LOWER_UP> mtu 65536 state UNKNOWN',
    '    link/loopback 00:00:00:00:00:00 brd 00:00:00:00:00:00',
    '    inet 127.0.0.1/8 scope host lo',
    '    inet6 ::1/128 scope host',
  ]
  const own = nics.flatMap(({ mac, mtu, addresses }, index) => [
    `${index + 2}: ${nicDevice(index)}: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu ${mtu} state UP`,
    `    link/ether ${mac.toLowerCase()} brd ff:ff:ff:ff:ff:ff`,
    ...addresses.map((address) =>
      address.includes(':')
        ? `    inet6 ${address} scope global`
        : `    inet ${address} scope global ${nicDevice(index)}`,
    ),
  ])
  return [...loopback, ...own].join('\n')
}

/** The router of a subnet has its first address. All traffic that leaves the subnets goes through the primary interface. */
function routeText(nics: readonly MachineNic[]): string {
  const local = nics.flatMap(({ addresses, primary }, index) => {
    const address = addresses.find((one) => !one.includes(':'))
    return address ? [{ device: nicDevice(index), primary, ...networkOf(address) }] : []
  })
  const main = local.find(({ primary }) => primary)
  return [
    ...(main ? [`default via ${main.router} dev ${main.device}`] : []),
    ...local.map(
      ({ device, network, address }) => `${network} dev ${device} proto kernel scope link src ${address}`,
    ),
  ].join('\n')
}

/** Returns the network of an IPv4 address with its width, such as `172.30.0.5/22`, and the address of its router. */
function networkOf(text: string) {
  const [address, width] = text.split('/') as [string, string]
  const size = 2 ** (32 - Number(width))
  const value = address.split('.').reduce((sum, byte) => sum * 256 + Number(byte), 0)
  const first = Math.floor(value / size) * size
  return { address, network: `${quad(first)}/${width}`, router: quad(first + 1) }
}

const quad = (value: number): string =>
  [24, 16, 8, 0].map((bits) => Math.floor(value / 2 ** bits) % 256).join('.')

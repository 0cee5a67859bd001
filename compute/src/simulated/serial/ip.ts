import type { Link, LinkAddress } from '../networks.ts'
import { nicDevice } from './guest.ts'

/** A command that prints the interfaces of the machine as its networks have them. */
export interface LinkQuery {
  printLinks: (links: readonly Link[]) => string
}

type Family = 'inet' | 'inet6'

const USAGE = 'usage: ip [-4 | -6] addr | ip [-6] route'

/** Parses `ip addr` and `ip route`, which prints the IPv4 routes unless told otherwise. @returns a message for a wrong command. */
export function ip(args: readonly string[]): LinkQuery | string {
  const family = args[0] === '-4' ? 'inet' : args[0] === '-6' ? 'inet6' : null
  const [object = '', verb = 'show', ...more] = family ? args.slice(1) : args
  if (!/^(s(how)?|l(ist)?)$/.test(verb) || more.length > 0) return USAGE
  if (/^a(ddr(ess)?)?$/.test(object)) return { printLinks: (links) => addressText(links, family) }
  if (/^r(oute)?$/.test(object)) return { printLinks: (links) => routeText(links, family ?? 'inet') }
  return USAGE
}

const familyOf = ({ address }: LinkAddress): Family => (address.includes(':') ? 'inet6' : 'inet')
const widthOf = ({ network }: LinkAddress): string => network.split('/')[1]!

function addressText(links: readonly Link[], family: Family | null): string {
  const isShown = (one: Family) => family === null || family === one
  const loopback = [
    '1: lo: <LOOPBACK,UP,LOWER_UP> mtu 65536 state UNKNOWN',
    '    link/loopback 00:00:00:00:00:00 brd 00:00:00:00:00:00',
    ...(isShown('inet') ? ['    inet 127.0.0.1/8 scope host lo'] : []),
    ...(isShown('inet6') ? ['    inet6 ::1/128 scope host'] : []),
  ]
  const own = links.flatMap(({ mac, mtu, addresses }, index) => {
    const device = nicDevice(index)
    const flags = addresses ? 'BROADCAST,MULTICAST,UP,LOWER_UP' : 'NO-CARRIER,BROADCAST,MULTICAST,UP'
    return [
      `${index + 2}: ${device}: <${flags}> mtu ${mtu} state ${addresses ? 'UP' : 'DOWN'}`,
      `    link/ether ${mac.toLowerCase()} brd ff:ff:ff:ff:ff:ff`,
      ...(addresses ?? [])
        .filter((one) => isShown(familyOf(one)))
        .map(
          (one) =>
            `    ${familyOf(one)} ${one.address}/${widthOf(one)} scope global${familyOf(one) === 'inet' ? ` ${device}` : ''}`,
        ),
    ]
  })
  return [...loopback, ...own].join('\n')
}

/** All traffic that leaves the subnets goes through the primary interface. */
function routeText(links: readonly Link[], family: Family): string {
  const local = links.flatMap(({ addresses, primary }, index) => {
    const own = addresses?.find((one) => familyOf(one) === family)
    return own ? [{ ...own, primary, device: nicDevice(index) }] : []
  })
  const main = local.find(({ primary }) => primary)
  return [
    ...(main ? [`default via ${main.router} dev ${main.device}`] : []),
    ...local.map(({ device, network, address }) => {
      const source = family === 'inet' ? ` scope link src ${address}` : ''
      return `${network} dev ${device} proto kernel${source}`
    }),
  ].join('\n')
}

import { expect, test } from 'vitest'
import { curl, nc, ping, type Probe } from './network-commands.ts'

const sent = (probe: Probe | string) => (typeof probe === 'string' ? probe : probe.packet)
const printed = (probe: Probe | string, reply: Parameters<Probe['print']>[0]) => {
  if (typeof probe === 'string') throw new Error(probe)
  return probe.print(reply)
}

test('parses addresses, ports and protocols', () => {
  expect(sent(ping(['-c', '2', '10.0.0.7']))).toEqual({ to: '10.0.0.7', traffic: { protocol: 'icmp' } })
  expect(sent(nc(['-zv', '-w', '1', 'fd00::7', '443']))).toEqual({
    to: 'fd00::7',
    traffic: { protocol: 'tcp', port: 443 },
  })
  expect(sent(nc(['-zu', '10.0.0.7', '53']))).toMatchObject({ traffic: { protocol: 'udp', port: 53 } })
  expect(sent(curl(['-s', 'https://[fd00::7]/path']))).toEqual({
    to: 'fd00::7',
    traffic: { protocol: 'tcp', port: 443 },
  })
  expect(sent(curl(['localhost:8080']))).toEqual({
    to: '127.0.0.1',
    traffic: { protocol: 'tcp', port: 8080 },
  })
})

test.each([
  [ping([]), 'usage: ping'],
  [ping(['-c', '11', '10.0.0.7']), 'usage: ping'],
  [ping(['web']), 'Name or service not known'],
  [nc(['10.0.0.7', '80']), 'usage: nc'],
  [nc(['-z', '10.0.0.7', '0']), 'usage: nc'],
  [nc(['-z', '10.0.0.7', '70000']), 'usage: nc'],
  [nc(['-z', 'web', '80']), 'Name or service not known'],
  [curl([]), 'usage: curl'],
  [curl(['ftp://10.0.0.7/']), '(3)'],
  [curl(['http://web/']), '(6) Could not resolve host: web'],
])('refuses a wrong command: %#', (result, message) => {
  expect(result).toContain(message)
})

test('prints the reply of each tool', () => {
  const pings = printed(ping(['-c', '2', '10.0.0.7']), 'answered').split('\n')
  expect(pings.filter((line) => line.startsWith('64 bytes'))).toHaveLength(2)
  expect(pings.at(-1)).toBe('2 packets transmitted, 2 received, 0% packet loss')
  expect(printed(ping(['10.0.0.7']), 'lost')).toContain('3 packets transmitted, 0 received, 100% packet loss')
  expect(printed(ping(['10.0.0.7']), 'unreachable')).toBe('ping: connect: Network is unreachable')
  expect(printed(nc(['-z', '10.0.0.7', '22']), 'answered')).toContain('22 port [tcp/*] succeeded!')
  expect(printed(nc(['-z', '10.0.0.7', '22']), 'lost')).toContain('failed: Connection timed out')
  expect(printed(curl(['10.0.0.7']), 'unreachable')).toContain('(7) Failed to connect')
})

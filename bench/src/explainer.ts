import { type HostedNetwork, makeSpec } from '@granary/domain/network-spec/make.ts'
import { explain } from '@granary/domain/reachability/explain.ts'
import type { InterfaceIn, Network, RuleIn } from '@granary/domain/reachability/network.ts'
import { indexOf } from '@granary/domain/reachability/places.ts'
import { ruleEffects } from '@granary/domain/reachability/rule-effects.ts'
import { median, repeat, round, type Section } from './report.ts'

const RUNS = 31
const QUESTION = {
  from: 'instance/i-7',
  to: 'instance/i-1',
  traffic: { protocol: 'tcp', port: 22 } as const,
}

/** Measures how long the explanation of a connection takes in a large VPC, and how it grows. */
export async function measureExplainer(): Promise<Section[]> {
  const [half, whole] = [largeNetwork(250, 500), largeNetwork(500, 1000)]
  const timesOf = async (work: (network: Network) => unknown): Promise<[number, number]> => {
    const pairs = await repeat(RUNS, async () => [timed(() => work(half)), timed(() => work(whole))] as const)
    return [median(pairs.map(([time]) => time)), median(pairs.map(([, time]) => time))]
  }
  const explained = await timesOf((network) => explain(network, QUESTION))
  const effects = await timesOf((network) => ruleEffects(indexOf(network)))
  const wide = [wideRules(half), wideRules(whole)] as const
  const wideEffects = await repeat(RUNS, async () => [
    timed(() => ruleEffects(indexOf(wide[0]))),
    timed(() => ruleEffects(indexOf(wide[1]))),
  ])
  const wideTime = (at: 0 | 1) => median(wideEffects.map((pair) => pair[at]!))
  const spec = await timesOf((network) => JSON.stringify(makeSpec(hosted(network))))
  return [
    {
      title: 'Explainer, VPC with 500 firewall rules and 1,000 interfaces',
      note: `Medians of ${RUNS} runs in one process. The ratio is to a VPC of half the size, measured in turn with it.`,
      columns: ['figure', 'median ms', 'goal', 'ratio to half the size'],
      rows: [
        ['explain one connection', round(explained[1]), '≤ 20', round(explained[1] / explained[0], 2)],
        ['what every rule does', round(effects[1]), '', round(effects[1] / effects[0], 2)],
        [
          'the same, every rule for the whole VPC',
          round(wideTime(1)),
          '',
          round(wideTime(1) / wideTime(0), 2),
        ],
        ['what the driver gets', round(spec[1]), '', round(spec[1] / spec[0], 2)],
      ],
    },
  ]
}

function timed(work: () => unknown): number {
  const started = performance.now()
  work()
  return performance.now() - started
}

/** The same network, with rules that all apply to all interfaces. */
const wideRules = (network: Network): Network => ({
  ...network,
  rules: network.rules.map((rule) => ({ ...rule, targets: [{ type: 'vpc', value: network.vpc.name }] })),
})

const hosted = (network: Network): HostedNetwork => ({
  ...network,
  vni: 1,
  interfaces: network.interfaces.map((one) => ({ ...one, mac: 'A8:40:25:F0:00:01' })),
  externalIps: [],
})

const ref = (name: string) => ({ id: name, name })

/** A VPC whose rules have targets and hosts of every kind, and of which the last one decides. */
function largeNetwork(ruleCount: number, interfaceCount: number): Network {
  const interfaces = Array.from({ length: interfaceCount }, (_, index): InterfaceIn => ({
    ...ref(`nic-${index}`),
    instance: ref(`i-${index}`),
    subnetId: 'subnet',
    primary: true,
    ips: [`10.0.${index >> 8}.${index & 255}`],
    transitIps: [],
  }))
  const rules = Array.from({ length: ruleCount }, (_, index) => ruleOf(index, interfaceCount))
  return {
    vpc: ref('vpc'),
    subnets: [{ id: 'subnet', name: 'subnet', ipv4Block: '10.0.0.0/16', ipv6Block: 'fd00::/64' }],
    routers: [{ ...ref('system'), kind: 'system' }],
    routes: [
      {
        ...ref('subnet'),
        vpcRouterId: 'system',
        kind: 'vpc_subnet',
        destination: { type: 'subnet', value: 'subnet' },
        target: { type: 'subnet', value: 'subnet' },
      },
    ],
    gateways: [],
    externalIps: [],
    externalSubnets: [],
    interfaces,
    rules: [...rules, { ...ruleOf(0, interfaceCount), ...ref('last'), priority: 65_535, filters: {} }],
  }
}

const ruleOf = (index: number, interfaceCount: number): RuleIn => ({
  ...ref(`rule-${index}`),
  action: 'allow',
  direction: 'inbound',
  status: 'enabled',
  priority: index,
  targets: [
    { type: 'instance', value: `i-${index}` },
    { type: 'ip_net', value: `10.0.${index & 3}.0/28` },
  ],
  filters: {
    hosts: [
      { type: 'ip_net', value: `192.168.${index & 255}.0/24` },
      { type: 'ip', value: `172.16.0.${index & 255}` },
      { type: 'instance', value: `i-${interfaceCount - index - 1}` },
    ],
    ports: ['22', `${index + 1000}`],
    protocols: [{ type: 'tcp' }],
  },
})

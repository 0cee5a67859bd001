import { type LoggedCase, plain, rename } from './logged-case.ts'
import { named, type Requests } from './logged-world.ts'

const route = (value: string) => ({
  destination: { type: 'ip_net', value },
  target: { type: 'internet_gateway', value: 'default' },
})
const ofGateway = 'project=shop&vpc=default&gateway=kept'

/** One resource of each kind of networks. */
export const loggedNetworking = ({ ask, inList }: Requests): Record<string, LoggedCase> => ({
  'floating-ip': {
    create: [
      '/v1/floating-ips?project=shop',
      () => ({
        ...named('front'),
        address_allocator: { type: 'auto', pool_selector: { type: 'auto', ip_version: 'v4' } },
      }),
    ],
    at: plain('/v1/floating-ips'),
    update: rename(plain('/v1/floating-ips')),
  },
  'instance-network-interface': {
    create: [
      '/v1/network-interfaces?project=shop&instance=bare',
      () => ({ ...named('second'), vpc_name: 'default', subnet_name: 'default' }),
    ],
    at: plain('/v1/network-interfaces'),
    update: rename(plain('/v1/network-interfaces')),
  },
  vpc: {
    create: ['/v1/vpcs?project=shop', () => ({ ...named('prod'), dns_name: 'prod' })],
    at: plain('/v1/vpcs'),
    update: rename(plain('/v1/vpcs')),
    settle: async () => ask('DELETE', '/v1/vpc-subnets/default?project=shop&vpc=renamed'),
  },
  'vpc-subnet': {
    create: [
      '/v1/vpc-subnets?project=shop&vpc=default',
      () => ({ ...named('front'), ipv4_block: '10.0.0.0/24' }),
    ],
    at: plain('/v1/vpc-subnets'),
    update: rename(plain('/v1/vpc-subnets')),
  },
  'vpc-router': {
    create: ['/v1/vpc-routers?project=shop&vpc=default', () => named('custom')],
    at: plain('/v1/vpc-routers'),
    update: rename(plain('/v1/vpc-routers')),
  },
  'router-route': {
    create: [
      '/v1/vpc-router-routes?project=shop&vpc=default&router=kept',
      async () => {
        await ask('POST', '/v1/vpc-routers?project=shop&vpc=default', named('kept'))
        return { ...named('out'), ...route('10.0.0.0/8') }
      },
    ],
    at: plain('/v1/vpc-router-routes'),
    update: ['PUT', plain('/v1/vpc-router-routes'), { name: 'renamed', ...route('10.0.0.0/9') }],
  },
  'internet-gateway': {
    create: ['/v1/internet-gateways?project=shop&vpc=default', () => named('edge')],
    at: plain('/v1/internet-gateways'),
  },
  'internet-gateway-ip-pool': {
    create: [
      `/v1/internet-gateway-ip-pools?${ofGateway}`,
      async () => {
        await ask('POST', '/v1/internet-gateways?project=shop&vpc=default', named('kept'))
        return { ...named('pool'), ip_pool: 'default-v4' }
      },
    ],
    at: plain('/v1/internet-gateway-ip-pools'),
    read: (id) => inList(`/v1/internet-gateway-ip-pools?${ofGateway}`, id),
  },
  'internet-gateway-ip-address': {
    create: [
      `/v1/internet-gateway-ip-addresses?${ofGateway}`,
      () => ({ ...named('exit'), address: '203.0.113.9' }),
    ],
    at: plain('/v1/internet-gateway-ip-addresses'),
    read: (id) => inList(`/v1/internet-gateway-ip-addresses?${ofGateway}`, id),
  },
  'subnet-pool': {
    create: ['/v1/system/subnet-pools', () => ({ ...named('blocks'), ip_version: 'v4' })],
    at: plain('/v1/system/subnet-pools'),
    update: rename(plain('/v1/system/subnet-pools')),
  },
  'external-subnet': {
    create: [
      '/v1/external-subnets?project=shop',
      async () => {
        const pool = '/v1/system/subnet-pools'
        await ask('POST', pool, { ...named('lent-blocks'), ip_version: 'v4' })
        await ask('POST', `${pool}/lent-blocks/members/add`, { subnet: '198.18.0.0/24' })
        await ask('POST', `${pool}/lent-blocks/silos`, { silo: 'main', is_default: true })
        return { ...named('block'), allocator: { type: 'auto', prefix_length: 28 } }
      },
    ],
    at: plain('/v1/external-subnets'),
    update: rename(plain('/v1/external-subnets')),
  },
  'ip-pool': {
    create: ['/v1/system/ip-pools', () => named('lent')],
    at: plain('/v1/system/ip-pools'),
    update: rename(plain('/v1/system/ip-pools')),
  },
})

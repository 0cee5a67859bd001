import { selfSigned } from '../../contract/test/certificates.ts'
import { type LoggedCase, plain, rename } from './logged-case.ts'
import { blank, group, named, type Requests } from './logged-world.ts'
import { newSilo } from './silos.ts'
import { PUBLIC_KEY } from './ssh-key.ts'

/** One resource of each kind outside of networks. */
export const loggedCases = ({ ask, db, get }: Requests): Record<string, LoggedCase> => ({
  project: {
    create: ['/v1/projects', () => named('attic')],
    at: plain('/v1/projects'),
    update: rename(plain('/v1/projects')),
    // Its default VPC comes with it and must be deleted first.
    settle: async () => {
      for (const subnet of (await get('/v1/vpc-subnets?project=renamed&vpc=default')).items)
        await ask('DELETE', `/v1/vpc-subnets/${subnet.id}`)
      return ask('DELETE', '/v1/vpcs/default?project=renamed')
    },
  },
  instance: {
    create: [
      '/v1/instances?project=shop',
      () => ({
        ...named('api'),
        hostname: 'api',
        ncpus: 1,
        memory: 2 ** 30,
        boot_disk: { type: 'create', ...named('api-root'), size: 2 ** 30, disk_backend: blank },
        start: false,
      }),
    ],
    at: plain('/v1/instances'),
    settle: () => db().updateTable('instance').set({ run_state: 'stopped' }).execute(),
  },
  disk: {
    create: ['/v1/disks?project=shop', () => ({ ...named('data'), size: 2 ** 30, disk_backend: blank })],
    at: plain('/v1/disks'),
    settle: () => db().updateTable('disk').set({ state: 'detached' }).where('name', '=', 'data').execute(),
  },
  snapshot: {
    create: ['/v1/snapshots?project=shop', () => ({ ...named('before'), disk: 'kept' })],
    at: plain('/v1/snapshots'),
    settle: async () => {
      await db().updateTable('disk').set({ state: 'detached' }).execute()
      await db().updateTable('snapshot').set({ state: 'ready' }).execute()
    },
  },
  'instance-template': {
    create: [
      '/experimental/v1/instance-templates?project=shop',
      () => ({ ...named('small'), body: { ncpus: 1, memory: 2 ** 30 } }),
    ],
    at: plain('/experimental/v1/instance-templates'),
    update: rename(plain('/experimental/v1/instance-templates')),
  },
  'affinity-group': {
    create: ['/v1/affinity-groups?project=shop', () => ({ ...named('near'), ...group })],
    at: plain('/v1/affinity-groups'),
    update: rename(plain('/v1/affinity-groups')),
  },
  'anti-affinity-group': {
    create: ['/v1/anti-affinity-groups?project=shop', () => ({ ...named('far'), ...group })],
    at: plain('/v1/anti-affinity-groups'),
    update: rename(plain('/v1/anti-affinity-groups')),
  },
  'ssh-key': {
    create: ['/v1/me/ssh-keys', () => ({ ...named('laptop'), public_key: PUBLIC_KEY })],
    at: plain('/v1/me/ssh-keys'),
  },
  certificate: {
    create: [
      '/v1/certificates',
      () => ({ ...named('api'), service: 'external_api', ...selfSigned({ names: ['main.example'] }) }),
    ],
    at: plain('/v1/certificates'),
  },
  silo: {
    create: ['/v1/system/silos', () => newSilo('eng', { admin_group_name: 'admins' })],
    at: plain('/v1/system/silos'),
  },
  'silo-user': {
    create: [
      '/v1/system/identity-providers/local/users?silo=main',
      () => ({ external_id: 'ada', password: { mode: 'password', value: 'a-long-secret' } }),
    ],
    at: (id) => `/v1/system/identity-providers/local/users/${id}?silo=main`,
    read: (id) => get(`/v1/users/${id}`),
    update: [
      'POST',
      (id) => `/v1/system/identity-providers/local/users/${id}/set-password?silo=main`,
      { mode: 'login_disallowed' },
    ],
  },
  'scim-token': {
    create: ['/v1/system/scim/tokens?silo=works', () => ({})],
    at: (id) => `/v1/system/scim/tokens/${id}?silo=works`,
  },
})

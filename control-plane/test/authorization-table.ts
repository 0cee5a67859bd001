import type { OperationId } from '@granary/contract/contract.ts'
import { PUBLIC_KEY } from './ssh-key.ts'

/**
 * Who asks, from nobody to operators. All but the last five are users of the silo that the resources lie in; those are
 * of another one, and have the same names and ids at hand.
 */
export const people = [
  'nobody',
  'no role',
  'project viewer',
  'project limited_collaborator',
  'project collaborator',
  'project admin',
  'silo viewer',
  'silo limited_collaborator',
  'silo collaborator',
  'silo admin',
  'fleet viewer',
  'fleet collaborator',
  'fleet admin',
  'user of another silo',
  'admin of another silo',
  'fleet viewer of another silo',
  'fleet collaborator of another silo',
  'fleet admin of another silo',
] as const
export type Person = (typeof people)[number]

/** `ok`: not refused for who asks. */
export type Verdict = 'ok' | 401 | 403 | 404

/** Columns in the order of `people`: `o` ok, `1` 401, `3` 403, `4` 404. */
const verdicts = (text: string): Record<Person, Verdict> => {
  const columns = text.replaceAll(' ', '')
  if (columns.length !== people.length)
    throw new Error(`"${text}" has not one column for each of ${people.length} people`)
  const meaning: Record<string, Verdict> = { o: 'ok', '1': 401, '3': 403, '4': 404 }
  return Object.fromEntries(people.map((person, at) => [person, meaning[columns[at]!]!])) as Record<
    Person,
    Verdict
  >
}

/**
 * The rules of who may do what. Nobody, no role, project v l c a, silo v l c a, fleet v c a; of another silo: user,
 * admin, fleet v c a.
 */
const rules = {
  public: verdicts('o o oooo oooo ooo ooooo'),
  /** One's own profile, and what every user of a silo may know of it. */
  signedIn: verdicts('1 o oooo oooo ooo ooooo'),
  /** What lies open to every user of the silo, and to nobody else. */
  ownSilo: verdicts('1 o oooo oooo ooo 44444'),
  projectRead: verdicts('1 4 oooo oooo 444 44444'),
  /** Instances, disks, addresses, groups: everything of a project but its networks. */
  projectWork: verdicts('1 4 3ooo 3ooo 444 44444'),
  projectNetwork: verdicts('1 4 33oo 33oo 444 44444'),
  projectAdmin: verdicts('1 4 333o 33oo 444 44444'),
  /** The list of projects: who has a role in some of them only is shown those. */
  someProjects: verdicts('1 3 oooo oooo 333 3o333'),
  /** The list of silo images of one's own silo: an admin of another silo sees the own one's. */
  siloContents: verdicts('1 3 3333 oooo 333 3o333'),
  siloCreate: verdicts('1 3 3333 33oo 333 3o333'),
  siloImageChange: verdicts('1 4 4444 3ooo 444 44444'),
  siloImageCreate: verdicts('1 3 3333 3ooo 333 34333'),
  siloImage: verdicts('1 4 4444 oooo 444 44444'),
  /** A pool that is linked to the silo, and to no other. */
  linkedPool: verdicts('1 o oooo oooo ooo 44444'),
  /** The silo itself: for its users and for operators. */
  silo: verdicts('1 o oooo oooo ooo 44ooo'),
  /** Changing the silo itself, and its policy: for its administrators, and for those who look after silos. */
  siloAdmin: verdicts('1 3 3333 333o 3oo 443oo'),
  /** The same of the caller's own silo: an admin of another one changes that one. */
  ownSiloAdmin: verdicts('1 3 3333 333o 3oo 3o3oo'),
  /** Another user of the same silo. */
  userAdmin: verdicts('1 3 3333 333o 33o 44444'),
  /** Who is in a silo: for its users, and for administrators of the fleet. */
  siloPeople: verdicts('1 o oooo oooo ooo 4433o'),
  /** What somebody has of their own, asked for by who has it not. */
  ofSomebodyElse: verdicts('1 4 4444 4444 444 44444'),
  /** Quotas are read like the silo and set by operators only. */
  siloQuotas: verdicts('1 3 3333 3333 3oo 443oo'),
  fleetCollaborator: verdicts('1 3 3333 3333 3oo 333oo'),
  /** Certificates of a named silo: an operator or its own administrator; to others they are not there. */
  siloCertificate: verdicts('1 4 4444 444o 44o 4444o'),
  /** Who may sign in to a silo, and how: for its administrators, and for those of the fleet. */
  siloIdentities: verdicts('1 3 3333 333o 33o 4433o'),
  fleetRead: verdicts('1 3 3333 3333 ooo 33ooo'),
  fleetAdmin: verdicts('1 3 3333 3333 33o 3333o'),
} satisfies Record<string, Record<Person, Verdict>>

export type Names = {
  /** The name or the id of the resource of a kind. */
  of: (kind: ResourceKind) => string
  /** The id of the resource of a kind, where only that is understood. */
  idOf: (kind: ResourceKind) => string
  /** `{ project }` where names are used, nothing where ids are. */
  inProject: Record<string, string>
  inVpc: Record<string, string>
  inInstance: Record<string, string>
  inSilo: Record<string, string>
}
export type ResourceKind =
  | 'silo'
  | 'project'
  | 'instance'
  | 'disk'
  | 'image'
  | 'snapshot'
  | 'vpc'
  | 'subnet'
  | 'router'
  | 'interface'
  | 'floatingIp'
  | 'group'
  | 'together'
  | 'pool'
  | 'provider'
  | 'key'
  | 'user'
  | 'certificate'
  | 'userBuiltin'
  | 'siloGroup'

type Request = { path?: Record<string, string>; query?: Record<string, string>; body?: unknown }
type Row = { rule: keyof typeof rules; request: (names: Names) => Request }

const row = (rule: Row['rule'], request: Row['request'] = () => ({})): Row => ({ rule, request })
const instance = (rule: Row['rule'], body?: unknown) =>
  row(rule, ({ of, inProject }) => ({ path: { instance: of('instance') }, query: inProject, body }))
const inProject = (rule: Row['rule'], body?: unknown) =>
  row(rule, ({ of }) => ({ query: { project: of('project') }, body }))
const inVpc = (rule: Row['rule']) =>
  row(rule, ({ of, inProject: query }) => ({ query: { vpc: of('vpc'), ...query } }))
const one = (rule: Row['rule'], kind: ResourceKind, parameter: string = kind, body?: unknown) =>
  row(rule, ({ of, inProject: query }) => ({ path: { [parameter]: of(kind) }, query, body }))
const member = (rule: Row['rule'], kind: ResourceKind, parameter: string) =>
  row(rule, ({ of, inProject: query }) => ({
    path: { [parameter]: of(kind), instance: of('instance') },
    query,
  }))
const groupNamed = (name: string) => ({ name, description: '', policy: 'allow', failure_domain: 'sled' })

const ofSilo = (rule: Row['rule'], path: Record<string, string> = {}) =>
  row(rule, ({ of }) => ({ path, query: { silo: of('silo') } }))

const inSilo = ({ of }: Names) => ({ silo: of('silo') })
const ofUser = (
  rule: Row['rule'],
  query: (names: Names) => Record<string, string> = () => ({}),
  body?: unknown,
) => row(rule, (names) => ({ path: { userId: names.of('user') }, query: query(names), body }))

/** The id of nothing. */
const NO_ID = '00000000-0000-4000-8000-000000000000'

/** A body that is understood and refused only after it is clear who asks. */
const impossible = { name: 'never', description: '', hostname: 'never', ncpus: 1, memory: 1 }
const update = { boot_disk: null, auto_restart_policy: null, cpu_platform: null, enable_jumbo_frames: false }

const samlProvider = {
  name: 'never',
  description: '',
  technical_contact_email: '',
  sp_client_id: 'granary',
  acs_url: 'https://main.example/acs',
  slo_url: 'https://main.example/slo',
  idp_entity_id: 'idp',
  idp_metadata_source: { type: 'base64_encoded_xml', data: '' },
}

const policyOfNobody = {
  role_assignments: [{ identity_id: crypto.randomUUID(), identity_type: 'silo_user', role_name: 'viewer' }],
}

/** Every operation with the rule that it follows and a request that finds something. */
export const table: Record<OperationId, Row> = {
  ping: row('public'),
  loginLocal: row('public', () => ({
    path: { siloName: 'main' },
    body: { username: 'admin', password: 'secret' },
  })),
  loginSamlRedirect: row('public', () => ({ path: { siloName: 'main', providerName: 'keycloak' } })),
  loginSaml: row('public', () => ({ path: { siloName: 'main', providerName: 'keycloak' } })),
  logout: row('public'),
  currentUserView: row('signedIn'),
  currentUserGroups: row('signedIn'),
  currentUserSshKeyList: row('signedIn'),
  currentUserSshKeyCreate: row('signedIn', () => ({
    body: { name: 'mine', description: '', public_key: PUBLIC_KEY },
  })),
  currentUserSshKeyView: row('signedIn', () => ({ path: { sshKey: 'mine' } })),
  currentUserSshKeyDelete: row('signedIn', () => ({ path: { sshKey: 'mine' } })),
  deviceAuthRequest: row('public', () => ({ body: { client_id: crypto.randomUUID() } })),
  deviceAuthConfirm: row('ofSomebodyElse', () => ({ body: { user_code: 'BCDF-GHJK' } })),
  deviceAccessToken: row('public', () => ({
    body: { grant_type: 'none', device_code: 'none', client_id: crypto.randomUUID() },
  })),
  currentUserAccessTokenList: row('signedIn'),
  currentUserAccessTokenDelete: row('ofSomebodyElse', () => ({ path: { tokenId: crypto.randomUUID() } })),
  userTokenList: ofUser('userAdmin'),
  authSettingsView: row('signedIn'),
  authSettingsUpdate: row('ownSiloAdmin', () => ({ body: { device_token_max_ttl_seconds: null } })),
  policyView: row('signedIn'),
  policyUpdate: row('ownSiloAdmin', () => ({ body: policyOfNobody })),
  siloPolicyView: row('silo', ({ of }) => ({ path: { silo: of('silo') } })),
  siloPolicyUpdate: row('siloAdmin', ({ of }) => ({ path: { silo: of('silo') }, body: policyOfNobody })),
  projectPolicyView: row('projectRead', ({ of }) => ({ path: { project: of('project') } })),
  projectPolicyUpdate: row('projectAdmin', ({ of }) => ({
    path: { project: of('project') },
    body: policyOfNobody,
  })),
  utilizationView: row('signedIn'),
  userList: row('signedIn'),
  userView: ofUser('ownSilo'),
  userSessionList: ofUser('userAdmin'),
  userLogout: ofUser('userAdmin'),
  groupList: row('signedIn'),
  groupView: row('ownSilo', ({ of }) => ({ path: { groupId: of('siloGroup') } })),
  siloUserList: ofSilo('siloPeople'),
  siloUserView: ofUser('siloPeople', inSilo),
  localIdpUserCreate: row('siloIdentities', ({ of }) => ({
    query: { silo: of('silo') },
    body: { external_id: 'colleague', password: { mode: 'login_disallowed' } },
  })),
  localIdpUserSetPassword: ofUser('siloIdentities', inSilo, { mode: 'login_disallowed' }),
  localIdpUserDelete: ofUser('siloIdentities', inSilo),
  ipPoolList: row('signedIn'),
  ipPoolView: row('linkedPool', ({ of }) => ({ path: { pool: of('pool') } })),
  accessList: row('signedIn'),
  projectAccessList: row('projectRead', ({ of }) => ({ path: { project: of('project') } })),
  systemAccessList: row('fleetRead'),
  eventStream: row('signedIn'),
  systemPolicyView: row('fleetRead'),
  systemPolicyUpdate: row('fleetAdmin', () => ({ body: policyOfNobody })),
  siloList: row('fleetRead'),
  siloIdentityProviderList: row('silo', ({ of }) => ({ query: { silo: of('silo') } })),
  samlIdentityProviderView: row('silo', ({ of, inSilo }) => ({
    path: { provider: of('provider') },
    query: inSilo,
  })),
  samlIdentityProviderCreate: row('siloIdentities', ({ of }) => ({
    query: { silo: of('silo') },
    body: samlProvider,
  })),
  siloView: row('silo', ({ of }) => ({ path: { silo: of('silo') } })),
  siloCreate: row('fleetCollaborator', () => ({
    body: {
      name: `s-${crypto.randomUUID().slice(0, 8)}`,
      description: '',
      discoverable: true,
      identity_mode: 'local_only',
      quotas: { cpus: 0, memory: 0, storage: 0 },
      tls_certificates: [],
    },
  })),
  siloDelete: row('siloAdmin', ({ of }) => ({ path: { silo: of('silo') } })),
  siloIpPoolList: row('silo', ({ of }) => ({ path: { silo: of('silo') } })),
  siloQuotasView: row('silo', ({ of }) => ({ path: { silo: of('silo') } })),
  siloQuotasUpdate: row('siloQuotas', ({ of }) => ({ path: { silo: of('silo') }, body: {} })),
  systemQuotasList: row('fleetRead'),
  siloUtilizationList: row('fleetRead'),
  siloUtilizationView: row('silo', ({ of }) => ({ path: { silo: of('silo') } })),
  certificateList: row('siloIdentities', ({ of }) => ({ query: { silo: of('silo') } })),
  certificateCreate: row('siloIdentities', ({ of }) => ({
    query: { silo: of('silo') },
    body: { name: 'never', description: '', service: 'external_api', cert: '', key: '' },
  })),
  certificateView: row('siloCertificate', ({ of, inSilo: query }) => ({
    path: { certificate: of('certificate') },
    query,
  })),
  certificateDelete: row('siloCertificate', ({ of, inSilo: query }) => ({
    path: { certificate: of('certificate') },
    query,
  })),
  userBuiltinList: row('fleetRead'),
  userBuiltinView: row('fleetRead', ({ of }) => ({ path: { user: of('userBuiltin') } })),
  scimTokenList: ofSilo('siloIdentities'),
  scimTokenCreate: ofSilo('siloIdentities'),
  scimTokenView: ofSilo('siloIdentities', { tokenId: NO_ID }),
  scimTokenDelete: ofSilo('siloIdentities', { tokenId: NO_ID }),
  projectList: row('someProjects'),
  projectCreate: row('siloCreate', () => ({
    body: { name: `p-${crypto.randomUUID().slice(0, 8)}`, description: '' },
  })),
  projectView: row('projectRead', ({ of }) => ({ path: { project: of('project') } })),
  projectUpdate: row('projectAdmin', ({ of }) => ({ path: { project: of('project') }, body: {} })),
  projectDelete: row('projectAdmin', ({ of }) => ({ path: { project: of('project') } })),
  instanceList: inProject('projectRead'),
  instanceCreate: inProject('projectWork', impossible),
  instanceView: instance('projectRead'),
  instanceUpdate: instance('projectWork', { ncpus: 1, memory: 1, ...update }),
  instanceDelete: instance('projectWork'),
  instanceDeletionPlan: instance('projectRead'),
  instanceStart: instance('projectWork'),
  instanceStop: instance('projectWork'),
  instanceReboot: instance('projectWork'),
  instanceDiskList: instance('projectRead'),
  instanceDiskAttach: row('projectWork', ({ of, inProject: query }) => ({
    path: { instance: of('instance') },
    query,
    body: { disk: of('disk') },
  })),
  instanceDiskDetach: row('projectWork', ({ of, inProject: query }) => ({
    path: { instance: of('instance') },
    query,
    body: { disk: of('disk') },
  })),
  instanceSshPublicKeyList: instance('projectRead'),
  instanceSerialConsole: row('projectRead', ({ of, inProject: query }) => ({
    path: { instance: of('instance') },
    query: { ...query, from_start: '0' },
  })),
  instanceSerialConsoleStream: instance('projectWork'),
  instanceExternalIpList: instance('projectRead'),
  instanceNetworkInterfaceList: row('projectRead', ({ of, inProject: query }) => ({
    query: { instance: of('instance'), ...query },
  })),
  instanceNetworkInterfaceView: row('projectRead', ({ of, inInstance: query }) => ({
    path: { interface: of('interface') },
    query,
  })),
  instanceAntiAffinityGroupList: instance('projectRead'),
  diskList: inProject('projectRead'),
  diskCreate: inProject('projectWork', {
    name: 'never',
    description: '',
    size: 1,
    disk_backend: { type: 'local' },
  }),
  diskView: one('projectRead', 'disk'),
  diskDelete: one('projectWork', 'disk'),
  imageList: row('siloContents'),
  imageView: row('siloImage', ({ of }) => ({ path: { image: of('image') } })),
  diskBulkWriteImportStart: one('projectWork', 'disk'),
  diskBulkWriteImport: row('projectWork', ({ of, inProject: query }) => ({
    path: { disk: of('disk') },
    query,
    body: { offset: 0, base64_encoded_data: '' },
  })),
  diskWriteBlocks: row('projectWork', ({ of, inProject: query }) => ({
    path: { disk: of('disk') },
    query: { ...query, offset: '0' },
    body: '',
  })),
  diskBlockDigests: row('projectWork', ({ of, inProject: query }) => ({
    path: { disk: of('disk') },
    query: { ...query, offset: '0', length: '1' },
  })),
  diskBulkWriteImportStop: one('projectWork', 'disk'),
  diskFinalizeImport: row('projectWork', ({ of, inProject: query }) => ({
    path: { disk: of('disk') },
    query,
    body: {},
  })),
  imageCreate: row('siloImageCreate', ({ idOf }) => ({
    body: {
      name: 'debian',
      description: '',
      os: 'x',
      version: '1',
      source: { type: 'snapshot', id: idOf('snapshot') },
    },
  })),
  imageDelete: row('siloImageChange', ({ of }) => ({ path: { image: of('image') } })),
  imagePromote: row('siloImageChange', ({ of }) => ({ path: { image: of('image') } })),
  imageDemote: row('siloImageChange', ({ of, idOf }) => ({
    path: { image: of('image') },
    query: { project: idOf('project') },
  })),
  snapshotCreate: inProject('projectWork', { name: 'never', description: '', disk: 'data' }),
  snapshotDelete: one('projectWork', 'snapshot'),
  snapshotList: inProject('projectRead'),
  snapshotView: one('projectRead', 'snapshot'),
  // Jobs are their maker's own; what is in them is asked for with the maker's rights, one by one.
  bulkJobList: row('signedIn'),
  bulkJobCreate: row('signedIn', () => ({ body: { operation: 'disk_delete', ids: [NO_ID] } })),
  bulkJobView: row('ofSomebodyElse', () => ({ path: { job: NO_ID } })),
  bulkJobItemList: row('ofSomebodyElse', () => ({ path: { job: NO_ID } })),
  bulkJobRetry: row('ofSomebodyElse', () => ({ path: { job: NO_ID } })),
  vpcList: inProject('projectRead'),
  vpcView: one('projectRead', 'vpc'),
  vpcDelete: one('projectNetwork', 'vpc'),
  vpcSubnetList: inVpc('projectRead'),
  vpcSubnetView: row('projectRead', ({ of, inVpc: query }) => ({ path: { subnet: of('subnet') }, query })),
  vpcSubnetDelete: row('projectNetwork', ({ of, inVpc: query }) => ({
    path: { subnet: of('subnet') },
    query,
  })),
  vpcRouterList: inVpc('projectRead'),
  vpcRouterRouteList: row('projectRead', ({ of, inVpc: query }) => ({
    query: { router: of('router'), ...query },
  })),
  internetGatewayList: inVpc('projectRead'),
  vpcFirewallRulesView: inVpc('projectRead'),
  instanceNetworkInterfaceCreate: row('projectWork', ({ of, inProject: query }) => ({
    query: { instance: of('instance'), ...query },
    body: { name: 'net0', description: '', vpc_name: 'default', subnet_name: 'default' },
  })),
  instanceNetworkInterfaceUpdate: row('projectWork', ({ of, inInstance: query }) => ({
    path: { interface: of('interface') },
    query,
    body: {},
  })),
  instanceNetworkInterfaceDelete: row('projectWork', ({ of, inInstance: query }) => ({
    path: { interface: of('interface') },
    query,
  })),
  instanceEphemeralIpAttach: instance('projectWork', { pool_selector: { type: 'auto' } }),
  instanceEphemeralIpDetach: instance('projectWork'),
  floatingIpCreate: inProject('projectWork', {
    name: 'front',
    description: '',
    address_allocator: { type: 'explicit', ip: '192.0.2.1' },
  }),
  floatingIpUpdate: one('projectWork', 'floatingIp', 'floatingIp', {}),
  floatingIpDelete: one('projectWork', 'floatingIp'),
  floatingIpAttach: row('projectWork', ({ of, idOf, inProject: query }) => ({
    path: { floatingIp: of('floatingIp') },
    query,
    body: { kind: 'instance', parent: idOf('instance') },
  })),
  floatingIpDetach: one('projectWork', 'floatingIp'),
  floatingIpList: inProject('projectRead'),
  floatingIpView: one('projectRead', 'floatingIp'),
  affinityGroupList: inProject('projectRead'),
  affinityGroupCreate: inProject('projectWork', groupNamed('together')),
  affinityGroupView: one('projectRead', 'together', 'affinityGroup'),
  affinityGroupUpdate: one('projectWork', 'together', 'affinityGroup', {}),
  affinityGroupDelete: one('projectWork', 'together', 'affinityGroup'),
  affinityGroupMemberList: one('projectRead', 'together', 'affinityGroup'),
  affinityGroupMemberInstanceView: member('projectRead', 'together', 'affinityGroup'),
  affinityGroupMemberInstanceAdd: member('projectWork', 'together', 'affinityGroup'),
  affinityGroupMemberInstanceDelete: member('projectWork', 'together', 'affinityGroup'),
  instanceAffinityGroupList: instance('projectRead'),
  antiAffinityGroupCreate: inProject('projectWork', groupNamed('spread')),
  antiAffinityGroupUpdate: one('projectWork', 'group', 'antiAffinityGroup', {}),
  antiAffinityGroupDelete: one('projectWork', 'group', 'antiAffinityGroup'),
  antiAffinityGroupMemberInstanceView: member('projectRead', 'group', 'antiAffinityGroup'),
  antiAffinityGroupMemberInstanceAdd: member('projectWork', 'group', 'antiAffinityGroup'),
  antiAffinityGroupMemberInstanceDelete: member('projectWork', 'group', 'antiAffinityGroup'),
  antiAffinityGroupList: inProject('projectRead'),
  antiAffinityGroupView: one('projectRead', 'group', 'antiAffinityGroup'),
  antiAffinityGroupMemberList: one('projectRead', 'group', 'antiAffinityGroup'),
}

/** What an operation answers to a person. */
export const verdictOf = (id: OperationId, person: Person): Verdict => rules[table[id].rule][person]

import { diskStates } from '../disk-states.ts'
import { instanceStates } from '../instance-states.ts'
import { copyStates } from '../snapshot-states.ts'

/**
 * What the values of a field are, and so which terms it takes:
 * - `text`: contains the value, in upper or lower case; `=` compares the whole text
 * - `choice`: one of the field's `values`
 * - `number`, `size` in bytes, `time`: also compared by `<`, `<=`, `>` and `>=`
 * - `address`: an address, or a network that contains it
 * - `reference`: the name or ID of another resource; `*` is any
 * - `tag`: a key with its value, `env=prod`, or a key with any value; `*` is any key. Upper and lower case differ
 */
export type FieldKind = 'text' | 'choice' | 'number' | 'size' | 'time' | 'address' | 'reference' | 'tag'

/** A field that a list is filtered by. */
export type FilterField = {
  readonly kind: FieldKind
  /** What it is, as a noun phrase without a full stop. */
  readonly about: string
  /** The values of a choice. */
  readonly values?: readonly string[]
  /** Whether the list can also be sorted by it. */
  readonly isSorted?: true
}

/** The fields of one list, by name. */
export type FilterFields = Readonly<Record<string, FilterField>>

const field = <Kind extends FieldKind>(kind: Kind, about: string) => ({ kind, about })
const sorted = <Field extends FilterField>(one: Field) => ({ ...one, isSorted: true as const })
const choice = (about: string, values: readonly string[]) => ({ kind: 'choice' as const, about, values })

const YES_OR_NO = ['yes', 'no']

/** Fields that every named resource has. */
const named = {
  name: field('text', 'name'),
  description: field('text', 'free text for people'),
  created: sorted(field('time', 'when it was created')),
  modified: field('time', 'when its settings were last changed'),
}

/** Fields that every named resource with tags has. */
const tagged = { ...named, tag: field('tag', 'tag, or the key of one') }

/** Fields of instances. */
export const INSTANCE_FIELDS = {
  ...tagged,
  state: choice('run state', instanceStates),
  changed: field('time', 'when the run state last changed'),
  vcpus: sorted(field('number', 'virtual CPUs')),
  memory: sorted(field('size', 'memory')),
  address: field('address', 'external or internal address'),
  image: field('reference', 'image that the boot disk was made from'),
  os: field('text', 'operating system of that image'),
  hostname: field('text', 'host name'),
  protected: choice('whether deleting it is refused', YES_OR_NO),
} as const satisfies FilterFields

/** Fields of the instances of all projects. */
export const SILO_INSTANCE_FIELDS = {
  ...INSTANCE_FIELDS,
  project: field('reference', 'project'),
} as const satisfies FilterFields

/** Fields of disks. */
export const DISK_FIELDS = {
  ...tagged,
  state: choice('state', diskStates),
  type: choice('type', ['distributed', 'local']),
  size: sorted(field('size', 'size')),
  instance: field('reference', 'instance that it is attached to'),
  image: field('reference', 'image that it was made from'),
  snapshot: field('reference', 'snapshot that it was made from'),
  protected: choice('whether deleting it is refused', YES_OR_NO),
} as const satisfies FilterFields

/** Fields of resources that have a name and nothing else to filter by. */
export const NAMED_FIELDS = { ...named } as const satisfies FilterFields

/** Fields of resources that have a name and tags, and nothing else to filter by. */
export const TAGGED_FIELDS = { ...tagged } as const satisfies FilterFields

/** Fields of snapshots. */
export const SNAPSHOT_FIELDS = {
  ...tagged,
  state: choice('state', copyStates),
  size: sorted(field('size', 'size')),
  disk: field('reference', 'disk that it was made from'),
} as const satisfies FilterFields

/** Fields of images. */
export const IMAGE_FIELDS = {
  ...tagged,
  state: choice('state', copyStates),
  size: sorted(field('size', 'size')),
  os: field('text', 'operating system'),
  version: field('text', 'version of the operating system'),
} as const satisfies FilterFields

/** Fields of floating IPs. */
export const FLOATING_IP_FIELDS = {
  ...tagged,
  address: sorted(field('address', 'address')),
  instance: field('reference', 'instance that it is attached to'),
  pool: field('reference', 'pool that it is from'),
} as const satisfies FilterFields

/** Fields of external subnets. */
export const EXTERNAL_SUBNET_FIELDS = {
  ...tagged,
  address: sorted(field('address', 'an address of the subnet, or a network that overlaps it')),
  instance: field('reference', 'instance that it is attached to'),
  pool: field('reference', 'subnet pool that it is from'),
} as const satisfies FilterFields

/** Fields of VPCs. */
export const VPC_FIELDS = {
  ...tagged,
  dns_name: field('text', 'name in DNS'),
} as const satisfies FilterFields

/** Fields of the subnets of a VPC. */
export const SUBNET_FIELDS = {
  ...tagged,
  router: field('reference', 'custom router'),
} as const satisfies FilterFields

/** Fields of the routers of a VPC. */
export const ROUTER_FIELDS = {
  ...tagged,
  kind: choice('kind', ['system', 'custom']),
} as const satisfies FilterFields

/** Fields of affinity and anti-affinity groups. */
export const AFFINITY_FIELDS = {
  ...tagged,
  policy: choice('policy', ['allow', 'fail']),
} as const satisfies FilterFields

/** Fields of silos. */
export const SILO_FIELDS = {
  ...named,
  identity: choice('source of its users', ['local_only', 'saml_jit', 'saml_scim']),
} as const satisfies FilterFields

/** Fields of SSH keys. */
export const SSH_KEY_FIELDS = {
  ...named,
  key: field('text', 'public key'),
} as const satisfies FilterFields

const IP_VERSIONS = ['v4', 'v6']

/** Fields of IP pools. */
export const IP_POOL_FIELDS = {
  ...named,
  version: choice('version of IP', IP_VERSIONS),
  type: choice('type', ['unicast', 'multicast']),
  assignment: choice('what it is for', ['silos', 'system_services']),
  address: field('address', 'an address of one of its ranges, or a network that overlaps one'),
  silo: field('reference', 'silo that it is linked to'),
} as const satisfies FilterFields

/** Fields of subnet pools. */
export const SUBNET_POOL_FIELDS = {
  ...named,
  version: choice('version of IP', IP_VERSIONS),
  address: field('address', 'an address of one of its members, or a network that overlaps one'),
  silo: field('reference', 'silo that it is linked to'),
} as const satisfies FilterFields

/** Fields of alert receivers. */
export const RECEIVER_FIELDS = {
  ...named,
  endpoint: field('text', 'address that gets the alerts'),
  result: choice('result of the last attempt', [
    'succeeded',
    'failed_http_error',
    'failed_unreachable',
    'failed_timeout',
  ]),
  attempted: field('time', 'when the last attempt was'),
} as const satisfies FilterFields

/** Fields of users. */
export const USER_FIELDS = {
  name: field('text', 'display name or sign-in name'),
  created: named.created,
  modified: named.modified,
  status: choice('whether the user can sign in: `inactive` for the identity provider', [
    'active',
    'disabled',
    'inactive',
  ]),
  group: field('text', 'name of a group that the user is in'),
} as const satisfies FilterFields

/** Fields of groups of users. */
export const GROUP_FIELDS = {
  name: field('text', 'display name'),
  created: named.created,
  modified: named.modified,
} as const satisfies FilterFields

/** Fields of sleds. */
export const SLED_FIELDS = {
  serial: field('text', 'serial number'),
  part: field('text', 'part number'),
  slot: field('number', 'slot in the rack'),
  host: choice('state of the host', ['up', 'unreachable', 'evacuated']),
  policy: choice('whether new instances are placed on it', ['provisionable', 'non_provisionable']),
  memory: field('size', 'memory that instances can use'),
  created: named.created,
} as const satisfies FilterFields

/** Fields of physical disks. */
export const PHYSICAL_DISK_FIELDS = {
  serial: field('text', 'serial number'),
  vendor: field('text', 'vendor'),
  model: field('text', 'model'),
  form: choice('form factor', ['m2', 'u2']),
  size: field('size', 'size'),
  active: choice('whether it is in service', YES_OR_NO),
  created: named.created,
} as const satisfies FilterFields

/** Fields of alerts. */
export const ALERT_FIELDS = {
  class: field('text', 'class'),
  resource: field('text', 'name of the resource that it is about'),
  kind: field('text', 'kind of that resource'),
  silo: field('reference', 'silo of that resource'),
  unresolved: choice('whether it needs attention', YES_OR_NO),
  created: field('time', 'when it was raised'),
  resolved: field('time', 'when it was resolved'),
} as const satisfies FilterFields

/** Fields of access tokens. */
export const TOKEN_FIELDS = {
  name: field('text', 'program and system of the device'),
  created: named.created,
  expires: field('time', 'when it expires'),
  used: sorted(field('time', 'when it was last used')),
} as const satisfies FilterFields

/** What lists of sessions are sorted by. They have no filter. */
export const SESSION_FIELDS = {
  created: sorted(field('time', 'when it began')),
  used: sorted(field('time', 'when it was last used')),
} as const satisfies FilterFields

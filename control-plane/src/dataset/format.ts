import { AffinityPolicy, FailureDomain } from '@granary/contract/schemas/affinity.ts'
import { ServiceUsingCertificate } from '@granary/contract/certificates.ts'
import { BlockSize, DiskType } from '@granary/contract/schemas/disks.ts'
import { ImageState } from '@granary/contract/images.ts'
import {
  InstanceAutoRestartPolicy,
  InstanceCpuPlatform,
  InstanceState,
} from '@granary/contract/schemas/instance-views.ts'
import { FleetRole, IdentityType, SiloRole } from '@granary/contract/policies.ts'
import { Hostname, Name, WebUrl } from '@granary/contract/scalars.ts'
import { SiloIdentityMode } from '@granary/contract/silos.ts'
import { PublicKey } from '@granary/contract/ssh-keys.ts'
import { Semver } from '@granary/contract/system-update.ts'
import { SnapshotState } from '@granary/contract/snapshots.ts'
import { diskStates } from '@granary/domain/disk-states.ts'
import { userDataProblem } from '@granary/domain/user-data.ts'
import { cpuProblem, memoryProblem } from '@granary/domain/sizes.ts'
import { z } from 'zod'
import { Bytes, Id, inProject, inSilo, made, Moment, named, strict, tagged, withFailure } from './fields.ts'
import {
  ExternalSubnet,
  FloatingIp,
  InstanceExternalIp,
  IpPool,
  NetworkInterface,
  SubnetPool,
  Vpc,
} from './format-networking.ts'

/** Shows the domain's message about a refused value. */
const checked = <Value>(schema: z.ZodType<Value>, problem: (value: Value) => string | null) =>
  schema.superRefine((value, context) => {
    const message = problem(value)
    if (message) context.addIssue({ code: 'custom', message })
  })

const assignment = <Role extends z.ZodType>(role: Role) =>
  strict({
    ...inSilo,
    identity_type: IdentityType.default('silo_user'),
    identity: z.string().min(1),
    role_name: role,
  })

const Certificate = strict({
  ...named,
  service: ServiceUsingCertificate.default('external_api'),
  /** PEM; expired certificates and any names are allowed. */
  cert: z.string(),
  /** PEM. Only needed to serve with the certificate, not to show it. */
  key: z.string().nullish(),
})
/** Seconds, as in the API. */
const TokenLifetime = z.int().min(1).max(4_294_967_295)

const Silo = strict({
  ...named,
  identity_mode: SiloIdentityMode.default('local_only'),
  discoverable: z.boolean().default(true),
  admin_group_name: z.string().nullish(),
  mapped_fleet_roles: z.partialRecord(SiloRole, z.array(FleetRole)).default({}),
  quotas: strict({ cpus: z.int().min(0), memory: Bytes, storage: Bytes }).default({
    cpus: 0,
    memory: 0,
    storage: 0,
  }),
  auth_settings: strict({ device_token_max_ttl_seconds: TokenLifetime.nullish() }).optional(),
  role_assignments: z.array(assignment(SiloRole)).default([]),
  tls_certificates: z.array(Certificate).default([]),
  /** Tokens of the silo's identity provider, for a silo of mode `saml_scim`. */
  scim_tokens: z.array(strict({ ...made, time_expires: Moment.optional() })).default([]),
})

const User = strict({
  ...made,
  ...inSilo,
  display_name: z.string().min(1),
  /** User name for sign-in; defaults to the display name. */
  external_id: z.string().min(1).optional(),
  password: z.string().min(1).nullish(),
  /** Whether the identity provider of a `saml_scim` silo lets the user sign in. */
  active: z.boolean().default(true),
  ssh_keys: z.array(strict({ ...named, public_key: PublicKey })).default([]),
  /** Tokens for display only: no secret matches them. */
  access_tokens: z
    .array(
      strict({ id: Id.optional(), time_created: Moment.optional(), ttl_seconds: TokenLifetime.nullish() }),
    )
    .default([]),
})

const Group = strict({
  ...made,
  ...inSilo,
  display_name: z.string().min(1),
  members: z.array(z.string()).default([]),
})

const IdentityProvider = strict({
  ...named,
  ...inSilo,
  technical_contact_email: z.string().max(512).default(''),
  sp_client_id: z.string().min(1),
  acs_url: WebUrl,
  slo_url: WebUrl,
  idp_entity_id: z.string().min(1),
  group_attribute_name: z.string().min(1).nullish(),
  /** The metadata itself, as XML: a load fetches nothing. */
  idp_metadata: z.string().min(1),
})

const Project = strict({
  ...named,
  ...inSilo,
  default_vpc: z.boolean().default(true),
  role_assignments: z.array(assignment(SiloRole)).default([]),
})

const Hash = z.string().regex(/^[0-9a-f]{64}$/, 'must be 64 hex digits')

const Image = strict({
  ...withFailure,
  ...inSilo,
  /** Leave it out for a silo image. */
  project: Name.nullish(),
  os: z.string(),
  version: z.string(),
  size: Bytes,
  block_size: BlockSize.default(512),
  digest: strict({
    type: z.literal('sha256'),
    value: Hash,
  }).nullish(),
  state: ImageState.default('ready'),
})

const DiskState = z.preprocess(
  (value) => (typeof value === 'string' ? { state: value } : value),
  strict({ state: z.enum(diskStates), instance: Name.optional() }),
)

const Disk = strict({
  ...withFailure,
  ...inProject,
  size: Bytes,
  /** Defaults to the source's, or to 512 without a source. */
  block_size: BlockSize.optional(),
  disk_type: DiskType.default('distributed'),
  read_only: z.boolean().default(false),
  state: DiskState.default({ state: 'detached' }),
  /** Name, or the id of a deleted one. */
  image: z.string().nullish(),
  snapshot: z.string().nullish(),
  deletion_protected: z.boolean().nullish(),
})

const Snapshot = strict({
  ...withFailure,
  ...inProject,
  /** Name, or the id of a deleted one; then the size is required. */
  disk: z.string(),
  size: Bytes.optional(),
  state: SnapshotState.default('ready'),
})

const Instance = strict({
  ...tagged,
  ...inProject,
  hostname: Hostname.optional(),
  ncpus: checked(z.int(), cpuProblem).default(2),
  memory: checked(Bytes, memoryProblem).default(4 * 1024 ** 3),
  run_state: InstanceState.default('stopped'),
  time_run_state_updated: Moment.optional(),
  boot_disk: Name.nullish(),
  auto_restart_policy: InstanceAutoRestartPolicy.nullish(),
  time_last_auto_restarted: Moment.nullish(),
  start_problem: z.string().nullish(),
  deletion_protected: z.boolean().nullish(),
  cpu_platform: InstanceCpuPlatform.nullish(),
  enable_jumbo_frames: z.boolean().default(false),
  user_data: checked(z.base64(), (value) => userDataProblem(value)?.message ?? null).default(''),
  /** `user/key`, with the user's sign-in name. */
  ssh_public_keys: z
    .array(z.string().regex(/^.+\/[^/]+$/, 'must name a user and a key of theirs: "user/key"'))
    .default([]),
  /** Defaults to one in subnet `default` of VPC `default`, if they exist. */
  network_interfaces: z.array(NetworkInterface).optional(),
  /** Defaults to the shared address that the API would assign. Floating addresses name their instance instead. */
  external_ips: z.array(InstanceExternalIp).optional(),
})

/** For affinity groups and anti-affinity groups. */
const AffinityGroup = strict({
  ...tagged,
  ...inProject,
  policy: AffinityPolicy.default('allow'),
  failure_domain: FailureDomain.default('sled'),
  members: z.array(Name).default([]),
})

const Release = strict({
  ...made,
  system_version: Semver,
  file_name: z.string().min(1).max(255).optional(),
  /** SHA-256 of a file that does not exist; made up unless given. */
  hash: Hash.optional(),
  /** When it was set as the target. All components run the last target. */
  time_requested: Moment.optional(),
})

/** Every list of a data set, ordered so that references point to earlier lists. */
export const collections = {
  silos: Silo,
  users: User,
  groups: Group,
  identity_providers: IdentityProvider,
  projects: Project,
  ip_pools: IpPool,
  subnet_pools: SubnetPool,
  vpcs: Vpc,
  images: Image,
  instances: Instance,
  disks: Disk,
  snapshots: Snapshot,
  floating_ips: FloatingIp,
  external_subnets: ExternalSubnet,
  affinity_groups: AffinityGroup,
  anti_affinity_groups: AffinityGroup,
  releases: Release,
  /** The policy of the fleet. */
  role_assignments: assignment(FleetRole),
}

export type Collection = keyof typeof collections
/** One checked resource of a list, with its JSON path. */
export type Entry<Name extends Collection> = { path: string; value: z.output<(typeof collections)[Name]> }
/** A data set whose fields are checked. Its references are not resolved yet. */
export type Dataset = { [Name in Collection]: Entry<Name>[] }

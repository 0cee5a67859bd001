import { stableUuid } from '@granary/compute/stable.ts'
import type { Insertable } from 'kysely'
import type {
  Database,
  DiskRow,
  ExternalIpRow,
  ImageRow,
  InstanceRow,
  Named,
  ProjectRow,
  SiloRow,
  SnapshotRow,
  TargetReleaseRow,
  TufRepoRow,
  VpcRow,
  VpcRouterRow,
  VpcSubnetRow,
} from '../database/schema.ts'
import type { Scope } from '../kit/authorization.ts'
import type { NamedTable, Resource } from '../kit/resource.ts'
import { momentAt } from './fields.ts'
import { type AddressPool, SubnetAddresses } from './addresses.ts'
import { fail, failUnknown } from './problem.ts'
import { Register } from './register.ts'

/** The tables that a data set fills, each after the tables that it refers to. */
export const tables = [
  'silo',
  'silo_quota',
  'certificate',
  'scim_token',
  'silo_auth_settings',
  'silo_user',
  'scim_user',
  'silo_group',
  'scim_group',
  'silo_group_member',
  'saml_provider',
  'ssh_key',
  'access_token',
  'project',
  'role_assignment',
  'ip_pool',
  'ip_pool_range',
  'ip_pool_silo',
  'subnet_pool',
  'subnet_pool_member',
  'subnet_pool_silo',
  'vpc',
  'vpc_router',
  'vpc_subnet',
  'router_route',
  'internet_gateway',
  'internet_gateway_ip_pool',
  'firewall_rule',
  'image',
  'instance',
  'instance_ssh_key',
  'disk',
  'snapshot',
  'network_interface',
  'external_ip',
  'external_subnet',
  'affinity_group',
  'affinity_group_member',
  'anti_affinity_group',
  'anti_affinity_group_member',
  'provisioned',
] as const
type Table = (typeof tables)[number]
export type ProjectScope = { siloId: string; projectId: string }
type Note = { resource: Resource; scope: Scope; row: Named }
type Principal = { id: string }

/** The result of planning, before anything is written: rows, and their lookups by name. */
export class Plan {
  /** Load time, from which ages count back. */
  readonly loaded: Date
  readonly rows = Object.fromEntries(tables.map((table) => [table, []])) as unknown as {
    [Name in Table]: Insertable<Database[Name]>[]
  }
  readonly notes: Note[] = []
  readonly releases: TufRepoRow[] = []
  /** The oldest first; the last one is the target. */
  readonly targets: TargetReleaseRow[] = []
  readonly floatingIps: { scope: Scope; row: ExternalIpRow }[] = []
  readonly silos = new Register<SiloRow>('silo')
  readonly users = new Register<Principal>('user')
  readonly groups = new Register<Principal>('group')
  readonly sshKeys = new Register<{ id: string; public_key: string }>('SSH key')
  readonly projects = new Register<ProjectRow>('project')
  readonly pools = new Register<AddressPool>('IP pool')
  readonly vpcs = new Register<VpcRow>('VPC')
  readonly subnets = new Register<VpcSubnetRow>('subnet')
  readonly routers = new Register<VpcRouterRow>('router')
  readonly images = new Register<ImageRow>('image')
  readonly instances = new Register<InstanceRow>('instance')
  readonly disks = new Register<DiskRow>('disk')
  readonly snapshots = new Register<SnapshotRow>('snapshot')
  /** Callbacks that assign automatic addresses, once all explicit ones are taken. */
  readonly later: (() => void)[] = []
  /** The address families of each instance's primary interface. */
  readonly primaries = new Map<string, { v4: boolean; v6: boolean }>()
  /** The disks of each instance. */
  readonly diskCounts = new Map<string, number>()
  readonly addresses = new SubnetAddresses()
  readonly macs = new Set<number>()
  readonly vnis = new Set<number>()
  readonly #seen = new Set<string>()

  constructor(loaded: Date) {
    this.loaded = loaded
  }

  /**
   * Returns the columns of every row with an id; defaults derive from the place and name of the resource.
   * @param field the field with the name, for the refusal of a duplicate.
   */
  made(path: string, place: string, value: Made, field = 'name') {
    const id = value.id ?? stableUuid(place)
    if (value.id) this.once(`${path}.id`, id)
    else this.once(`${path}.${field}`, place, id)
    const created = value.time_created ? this.moment(value.time_created) : this.loaded.toISOString()
    return {
      id,
      time_created: created,
      time_modified: value.time_modified ? this.moment(value.time_modified) : created,
    }
  }

  /** The same for a resource with a name. */
  named(path: string, place: string, value: Made & { name: string; description: string }): Named {
    return {
      ...this.made(path, `${place}/${value.name}`, value),
      name: value.name,
      description: value.description,
    }
  }

  /** Refuses a duplicate; `what` is its name for users, `key` identifies it. */
  once(path: string, what: string, key = what): void {
    if (this.#seen.has(key))
      fail(path, `there is another "${what.slice(what.lastIndexOf('/') + 1)}" in the same place`)
    this.#seen.add(key)
  }

  moment(moment: string): string {
    return momentAt(moment, this.loaded)
  }

  /** Notes the creation of a resource for the change log. */
  note<Name extends NamedTable, View>(
    resource: Resource<Name, View>,
    scope: Scope,
    row: Database[Name],
  ): void {
    this.notes.push({ resource: resource as unknown as Resource, scope, row: row as unknown as Named })
  }

  /** Returns the silo that a resource names, or the first. */
  silo(path: string, { silo }: { silo?: string | undefined }): SiloRow {
    if (silo !== undefined) return this.silos.need(`${path}.silo`, 'fleet', silo)
    return this.silos.in('fleet')[0] ?? fail(path, 'there is no silo that it could be in')
  }

  /**
   * Returns the project that a resource names. If two silos have a project of that name, `silo` must tell them apart.
   */
  project(path: string, { silo, project }: { silo?: string | undefined; project: string }): ProjectScope {
    const found =
      silo === undefined
        ? this.projects.named(project)
        : [this.projects.need(`${path}.project`, this.silo(path, { silo }).id, project)]
    if (found.length > 1)
      fail(`${path}.project`, `several silos have a project "${project}": give "silo" too`)
    const [row] = found
    if (!row)
      return failUnknown(
        `${path}.project`,
        'project',
        project,
        this.rows.project.map(({ name }) => name),
      )
    return { siloId: row.silo_id, projectId: row.id }
  }
}

export type Made = {
  id?: string | undefined
  time_created?: string | undefined
  time_modified?: string | undefined
}

import { stableUuid } from '@granary/compute/stable.ts'
import { toSnake } from '@granary/contract/codec.ts'
import { type Kind, nameOfKind } from '@granary/domain/kinds.ts'
import { hasTags, storedTags, type Tag } from '@granary/domain/tags.ts'
import type { Selectable } from 'kysely'
import type {
  Database,
  ExternalIpRow,
  FirewallRuleRow,
  Named,
  SiloRow,
  Tagged,
  TargetReleaseRow,
  TufRepoRow,
  VpcRow,
} from '../database/schema.ts'
import { project } from '../kinds/project.ts'
import { silo } from '../kinds/silo.ts'
import type { ProjectScope, Scope } from '../kit/resources/authorization.ts'
import type { NamedTable, Resource } from '../kit/resources/resource.ts'
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
type Note = { resource: Resource; scope: Scope; row: Named }
type Principal = { id: string }

/** Where a resource lies. */
type Place = {
  /** JSON path. */
  path: string
  /** Its scope in the change log, which may be the resource itself. */
  scope: Scope | ((id: string) => Scope)
  /** ID of the resource in which its name is unique: that of its project or silo, unless given. */
  parent?: string
}

const parentIn = (scope: Place['scope']): string =>
  typeof scope === 'function' ? '' : (scope.projectId ?? scope.siloId ?? '')

/** What derived ids call a kind, unless that is its selector. */
const FOLDERS: Partial<Record<Kind, string>> = {
  'ip-pool': 'ip-pool',
  'saml-identity-provider': 'identity-provider',
}

/** The planned resources of a kind. */
class Resources<Row extends Named> extends Register<Row> {
  readonly #plan: Plan
  readonly #resource: Resource

  constructor(plan: Plan, resource: Resource) {
    super(nameOfKind(resource.kind))
    this.#plan = plan
    this.#resource = resource
  }

  /**
   * Plans a resource: its row, its name in its parent, and its entry in the change log.
   * @param ownOf returns the columns that only this kind has.
   */
  add(
    { path, scope, parent = parentIn(scope) }: Place,
    value: Made & { name: string; description: string; tags?: readonly Tag[] | undefined },
    ownOf: (made: Named) => Omit<Row, keyof Tagged>,
  ): Row {
    const { kind, selector, table } = this.#resource
    const folder = FOLDERS[kind] ?? toSnake(selector).replaceAll('_', '-')
    const made = this.#plan.named(path, parent ? `${parent}/${folder}` : folder, value)
    // The compiler can't infer for a type parameter that these are all of its columns.
    const tags = hasTags(kind) && { tags: storedTags(value.tags ?? []) }
    const row = { ...made, ...tags, ...ownOf(made) } as unknown as Row
    this.put(parent, row.name, row)
    ;(this.#plan.rows[table as Table] as unknown[]).push(row)
    this.#plan.notes.push({
      resource: this.#resource,
      scope: typeof scope === 'function' ? scope(row.id) : scope,
      row,
    })
    return row
  }
}

/** The result of planning, before anything is written: rows, and their lookups by name. */
export class Plan {
  /** Load time, from which ages count back. */
  readonly loaded: Date
  readonly rows = Object.fromEntries(tables.map((table) => [table, []])) as unknown as {
    [Name in Table]: Selectable<Database[Name]>[]
  }
  readonly notes: Note[] = []
  readonly releases: TufRepoRow[] = []
  /** The oldest first; the last one is the target. */
  readonly targets: TargetReleaseRow[] = []
  readonly floatingIps: { scope: Scope; row: ExternalIpRow }[] = []
  readonly firewalls: { scope: Scope; vpc: VpcRow; rules: FirewallRuleRow[] }[] = []
  readonly users = new Register<Principal>('user')
  readonly groups = new Register<Principal>('group')
  /** The free addresses of each IP pool. */
  readonly pools = new Map<string, AddressPool>()
  /** Callbacks that assign automatic addresses, once all explicit ones are taken. */
  readonly later: (() => void)[] = []
  /** The address families of each instance's primary interface. */
  readonly primaries = new Map<string, { v4: boolean; v6: boolean }>()
  /** The disks of each instance. */
  readonly diskCounts = new Map<string, number>()
  readonly addresses = new SubnetAddresses()
  readonly macs = new Set<number>()
  readonly vnis = new Set<number>()
  readonly #resources = new Map<Kind, Resources<Named>>()
  readonly #seen = new Set<string>()

  constructor(loaded: Date) {
    this.loaded = loaded
  }

  /** Returns the planned resources of a kind. */
  of<Table extends NamedTable, View extends object>(
    resource: Resource<Table, View>,
  ): Resources<Database[Table]> {
    const known = this.#resources.get(resource.kind) ?? new Resources(this, resource)
    this.#resources.set(resource.kind, known)
    return known as unknown as Resources<Database[Table]>
  }

  /**
   * Returns the columns of every row with an id; defaults derive from the place and name of the resource.
   * @param field the field with the name, for the refusal of a duplicate.
   */
  made(path: string, place: string, value: Made, field = 'name') {
    const id = value.id ?? stableUuid(place)
    this.once(`${path}.${field}`, place)
    this.once(`${path}.id`, id)
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

  /** Returns the silo that a resource names, or the first. */
  silo(path: string, named: { silo?: string | undefined }): SiloRow {
    const silos = this.of(silo)
    if (named.silo !== undefined) return silos.need(`${path}.silo`, '', named.silo)
    return silos.in('')[0] ?? fail(path, 'there is no silo that it could be in')
  }

  /**
   * Returns the project that a resource names. If two silos have a project of that name, `silo` must tell them apart.
   */
  project(path: string, named: { silo?: string | undefined; project: string }): ProjectScope {
    const projects = this.of(project)
    const found =
      named.silo === undefined
        ? projects.named(named.project)
        : [projects.need(`${path}.project`, this.silo(path, named).id, named.project)]
    if (found.length > 1)
      fail(`${path}.project`, `several silos have a project "${named.project}": give "silo" too`)
    const [row] = found
    if (!row)
      return failUnknown(
        `${path}.project`,
        'project',
        named.project,
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

import { storedTags, type Tag, type TaggedKind } from '@granary/domain/tags.ts'
import { type Context, now } from '../kit/context/context.ts'
import type { Kind } from '../kit/resources/kind.ts'
import { find, type Found, type Selectors } from '../kit/resources/lookup.ts'
import type { NamedTable, Permission } from '../kit/resources/resource.ts'
import { affinityGroup, antiAffinityGroup } from './affinity-group.ts'
import { disk } from './disk.ts'
import { externalSubnet } from './external-subnet.ts'
import { findFloatingIp, floatingIp } from './floating-ip.ts'
import { findImage, kindOf } from './image.ts'
import { instance } from './instance.ts'
import { snapshot } from './snapshot.ts'
import { internetGateway, router, subnet, vpc } from './vpc.ts'
import type { Scope } from '../kit/resources/authorization.ts'

/** The columns by which tags and their resource are shown. */
export type TaggedRow = { id: string; name: string | null; tags: string }
type FoundTagged = { row: TaggedRow; scope: Scope }

type Tagged = {
  selector: string
  /** The permission that a change of its tags needs: that of its other settings. */
  permission: Permission
  /** Finds the resource with a permission, and returns it with the function that gives it other tags. */
  find: (context: Context, selectors: Selectors, permission: Permission) => Promise<Writable>
}
type Writable = FoundTagged & { write: (tags: readonly Tag[]) => Promise<TaggedRow> }

/** The tables whose rows have tags. */
type TaggedTable = {
  [Table in NamedTable]: Found<Table>['row'] extends TaggedRow ? Table : never
}[NamedTable]

const named = <Table extends TaggedTable, View extends object>(
  kind: Kind<Table, View>,
  permission: Permission = 'modify_contents',
): Tagged => ({
  selector: kind.selector,
  permission,
  find: async (context, selectors, needed) =>
    writable(context, kind, await find(context, kind, selectors, needed)),
})

/** The compiler can't see that all of these tables have the columns of instances that count here. */
const writable = <Table extends TaggedTable, View extends object>(
  context: Context,
  kind: Kind<Table, View>,
  found: Found<Table>,
): Writable =>
  writableInstance(context, kind as unknown as typeof instance, found as unknown as Found<'instance'>)

const writableInstance = (context: Context, kind: typeof instance, found: Found<'instance'>): Writable => ({
  ...found,
  write: (tags) => kind.update(context, found, { tags: storedTags(tags) }),
})

/** Every kind of resource with tags. */
export const taggedResources: Record<TaggedKind, Tagged> = {
  'affinity-group': named(affinityGroup),
  'anti-affinity-group': named(antiAffinityGroup),
  disk: named(disk),
  'external-subnet': named(externalSubnet),
  'floating-ip': {
    selector: 'floatingIp',
    permission: 'modify_contents',
    find: async (context, selectors, permission) => {
      const found = await findFloatingIp(context, selectors, permission)
      const write = (tags: readonly Tag[]) =>
        floatingIp.update(context, found, { tags: storedTags(tags), time_modified: now(context) })
      return { ...found, write }
    },
  },
  image: {
    selector: 'image',
    permission: 'modify_images',
    find: async (context, selectors, permission) => {
      const found = await findImage(context, selectors, permission)
      return writable(context, kindOf(found.row), found)
    },
  },
  instance: named(instance),
  'internet-gateway': named(internetGateway, 'modify_network'),
  snapshot: named(snapshot),
  vpc: named(vpc, 'modify_network'),
  'vpc-router': named(router, 'modify_network'),
  'vpc-subnet': named(subnet, 'modify_network'),
}

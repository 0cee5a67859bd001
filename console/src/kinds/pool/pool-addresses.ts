import { redirect } from '@tanstack/react-router'
import { panel } from '../../app/panel.ts'
import { poolSearch } from './pool-search.ts'

type Slug = 'ip-pools' | 'subnet-pools'
type Page = `/system/networking/${Slug}/$pool`

/**
 * Returns the addresses of the pages and panels that both kinds of pools have, and their breadcrumbs, as options of routes.
 * @param slug the kind's part of the addresses.
 * @param label its name in the navigation.
 * @param noun a pool, in a sentence.
 * @param order place of its tab among those of a silo.
 */
export function poolAddresses<const Kind extends Slug>(
  slug: Kind,
  label: string,
  noun: string,
  order: number,
) {
  const list = `/system/networking/${slug}` as const
  const page = `${list}/$pool` as const
  const crumb = { label, to: list }
  return {
    /** The list stays mounted below the create panel. */
    list: { id: `${slug}-list`, staticData: { crumb } },
    listIndex: { path: `networking/${slug}` },
    create: { path: `networking/${slug}-new`, staticData: panel(`New ${noun}`) },
    /** The page stays mounted below its panels. */
    page: {
      path: `networking/${slug}/$pool`,
      staticData: { crumb: [crumb, { label: ({ pool }: Record<string, string>) => pool!, to: page }] },
      validateSearch: poolSearch,
    },
    edit: { path: 'edit', staticData: panel(`Edit ${noun}`) },
    /** The address of a history below any resource. The tabs of a pool are in the query. */
    history: {
      path: 'history',
      beforeLoad: ({ params }: { params: { pool: string } }) => {
        throw redirect({ to: page as Page, params, search: { tab: 'history' }, replace: true })
      },
    },
    siloTab: { path: slug, staticData: { crumb: { label }, siloTab: { label, order } } },
  } as const
}

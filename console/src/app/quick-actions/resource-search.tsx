import type { Extensions, ItemOf } from '@granary/contract/call.ts'
import { resourceSearch } from '@granary/contract/generated/client.ts'
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useMemo, useState } from 'react'
import { messageOf } from '../../api/errors.ts'
import { optionalQuery } from '../../api/queries.ts'
import { copyText } from '../../ui/copy-text.ts'
import { useStore } from '../../ui/store.ts'
import { confirmPower } from '../instance-power.tsx'
import { pathTo } from '../paths.ts'
import { pathOfResource } from '../resource-path.ts'
import { useCurrentProject } from '../route-params.ts'
import { useCurrentUser } from '../session.ts'
import { matchingLists } from './matching-lists.ts'
import { recentOf, recentResources, remember } from './recent.ts'
import {
  type QuickAction,
  quickActionsOpen,
  quickActionsText,
  registeredActions,
  useQuickActions,
} from './store.ts'

type Found = ItemOf<'resourceSearch'>

/** Shorter texts match too much. */
const MIN_LENGTH = 2
/** Milliseconds without a key until the server is asked. */
const PAUSE = 120
const NONE: QuickAction[] = []
const OWN_GROUPS = new Set(['Resources', 'Recent', 'Lists'])

/** Finds resources of all projects while the palette is open, and registers them as destinations. */
export default function ResourceSearch({ extensions }: { extensions: Extensions }) {
  const client = useQueryClient()
  const { id: userId, fleetViewer } = useCurrentUser()
  const project = useCurrentProject()
  const text = useStore(quickActionsText)
  const wanted = usePause(text.trim())
  const query = { ...optionalQuery(extensions, resourceSearch, { query: { text: wanted } }), staleTime: 0 }
  const { data, error } = useQuery({ ...query, ...(wanted.length < MIN_LENGTH && { enabled: false }) })
  const isCurrent = wanted.length >= MIN_LENGTH && text.trim() === wanted
  const items = isCurrent ? data?.items : undefined
  const known = useKnownPlaces()
  const destinations = useMemo(
    () =>
      (items ?? [])
        .map((found) => destinationOf(found, userId))
        .filter(({ href }) => href && !known.has(href)),
    [items, known, userId],
  )
  const first = items?.find(({ kind }) => kind === 'instance')
  const isMeant =
    first && (items!.filter(({ kind }) => kind === 'instance').length === 1 || first.name === wanted)
  const actions = useMemo(() => (isMeant ? actionsOf(client, first) : NONE), [client, first, isMeant])
  useQuickActions('Recent', recentOf(useStore(recentResources), userId))
  useQuickActions(
    'Lists',
    useMemo(() => matchingLists(text.trim(), project, fleetViewer), [text, project, fleetViewer]),
  )
  const failure = isCurrent && !data ? error : null
  const shown = useMemo(() => (failure ? [searchAgain(failure)] : destinations), [failure, destinations])
  useQuickActions('Resources', useDeferredValue(shown))
  useQuickActions(`Instance ${first?.name}`, actions)
  return null
}

/** An entry in place of the resources that could not be searched: without any it would look as if there were none. */
const searchAgain = (error: Error): QuickAction => ({
  label: 'Search resources again',
  detail: `The search failed: ${messageOf(error)}`,
  isAlways: true,
  // The palette has closed. It asks the server anew when it opens.
  onAction: () => quickActionsOpen.set(true),
})

/** Returns a text once it has not changed for a while. */
function usePause(text: string): string {
  const [paused, setPaused] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), PAUSE)
    return () => clearTimeout(timer)
  }, [text])
  return paused
}

/** The addresses that other groups of the palette offer, so that nothing is listed twice. */
function useKnownPlaces(): ReadonlySet<string | undefined> {
  const registered = useStore(registeredActions)
  const others = [...registered.values()].filter(({ group }) => !OWN_GROUPS.has(group))
  const key = others.map(({ group, items }) => `${group} ${items.length}`).join()
  // oxlint-disable-next-line react/exhaustive-deps -- the key stands for the groups, which are new objects each time
  return useMemo(() => new Set(others.flatMap(({ items }) => items.map(({ href }) => href))), [key])
}

const KIND_NAMES: Record<Found['kind'], string> = {
  project: 'Project',
  instance: 'Instance',
  disk: 'Disk',
  snapshot: 'Snapshot',
  image: 'Image',
  'floating-ip': 'Floating IP',
  'external-subnet': 'External subnet',
  vpc: 'VPC',
}

function destinationOf(found: Found, userId: string): QuickAction {
  const { kind, name, projectName, state, address } = found
  const place = kind === 'project' ? null : projectName ? `in ${projectName}` : 'in the silo'
  const href = pathOfResource(found)
  const action: QuickAction = {
    label: name,
    detail: [KIND_NAMES[kind], state?.replaceAll('_', ' '), place, address].filter(Boolean).join(' · '),
    isAlways: true,
    ...(href && { href }),
  }
  return { ...action, onChosen: () => remember(userId, action) }
}

function actionsOf(client: QueryClient, { id, name, projectName, state, address }: Found): QuickAction[] {
  const project = projectName!
  const isUp = state === 'running'
  const always = { isAlways: true }
  return [
    {
      ...always,
      label: `Open console of ${name}`,
      href: pathTo('/projects/$project/instances/$instance/serial-console', { project, instance: name }),
    },
    ...(isUp
      ? [{ ...always, label: `Stop ${name}`, onAction: () => confirmPower(client, 'stop', { id, name }) }]
      : []),
    ...(state === 'stopped'
      ? [{ ...always, label: `Start ${name}`, onAction: () => confirmPower(client, 'start', { id, name }) }]
      : []),
    ...(address
      ? [{ ...always, label: `Copy address ${address}`, onAction: () => void copyText(address) }]
      : []),
  ]
}

import { diskList } from '@granary/contract/generated/client.ts'
import { diskActionAllowed } from '@granary/domain/disk-states.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { allQuery } from '../../../api/queries.ts'
import { useMay } from '../../../app/permissions.ts'
import { useImages, useSnapshots } from '../../../kinds/disk/use-sources.ts'
import type { Source } from './boot-size.ts'
import type { BootSource, InstanceValues } from './values.ts'

type Chosen = Pick<InstanceValues, 'bootSource' | 'siloImage' | 'projectImage' | 'bootSnapshot'>

/** Everything in a project that a new instance could boot from. Each list is undefined until it is known. */
export function useBootSources(project: string) {
  const images = useImages(project)
  const siloRefusal = useMay().ownSilo('list_contents')
  const snapshots = useSnapshots(project)
  const disks = useQuery({ ...allQuery(diskList, { query: { project } }), throwOnError: false }).data
  return useMemo(() => {
    const silo = images?.filter(({ projectId }) => projectId === null)
    const own = images?.filter(({ projectId }) => projectId !== null)
    const free = disks?.filter(({ state }) => diskActionAllowed('attach', state.state))
    const kinds: [BootSource, readonly { name: string; size: number }[] | undefined][] = [
      ['silo', silo],
      ['project', own],
      ['disk', free],
    ]
    const [kind, list] = kinds.find(([, some]) => some?.length) ?? ['blank' as const, undefined]
    const [one] = kind === 'disk' ? [] : (list ?? [])
    return {
      silo,
      /** Why those of the silo cannot be seen, in words, or null. */
      siloRefusal,
      own,
      snapshots,
      disks,
      free,
      /** Whether every list is known, and there is nothing to choose in any. */
      hasNothing: snapshots?.length === 0 && kinds.every(([, some]) => some?.length === 0),
      /** Whether it is known what a new form begins with. */
      isKnown: Boolean(images && disks),
      /** What a new form begins with, and what its size is made to fit. */
      first: { kind, source: one && { kind: 'image' as const, ...one } },
      /** What is chosen in the tab in sight, when a disk is made from it. */
      chosen({ bootSource, siloImage, projectImage, bootSnapshot }: Chosen): Source | undefined {
        if (bootSource === 'snapshot') {
          const found = snapshots?.find(({ id }) => id === bootSnapshot)
          return found && { kind: 'snapshot', name: found.name, size: found.size }
        }
        const id = bootSource === 'silo' ? siloImage : bootSource === 'project' ? projectImage : null
        const found = images?.find((image) => image.id === id)
        return found && { kind: 'image', name: found.name, size: found.size }
      },
    }
  }, [images, siloRefusal, snapshots, disks])
}

export type BootSources = ReturnType<typeof useBootSources>

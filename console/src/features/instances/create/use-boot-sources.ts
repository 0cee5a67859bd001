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

/** Everything in a project that a new instance could boot from. Each list is undefined while loading. */
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
      /** Why the silo's images are not readable, as a sentence, or null. */
      siloRefusal,
      own,
      snapshots,
      disks,
      free,
      /** Whether every list is loaded and empty. */
      hasNothing: snapshots?.length === 0 && kinds.every(([, some]) => some?.length === 0),
      /** Whether the defaults of a new form can be determined. */
      isKnown: Boolean(images && disks),
      /** The default boot source of a new form, which determines the size. */
      first: { kind, source: one && { kind: 'image' as const, ...one } },
      /** The selection in the visible tab, if a disk is created from it. */
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

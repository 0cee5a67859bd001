import { diskList, instanceList } from '@granary/contract/generated/client.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { ALL, apiQuery } from '../../api/queries.ts'
import type { Scope } from './scope.ts'

type Named = { id: string; name: string }

export type ResourceNames = {
  instances: readonly Named[]
  disks: readonly Named[]
  /** Names of both by their IDs. */
  all: ReadonlyMap<string, string>
}

const NONE: readonly Named[] = []

/**
 * Returns the names of the project's instances and disks, as far as a query is about them. The whole fleet has too many.
 * @param text the query.
 */
export function useResourceNames(scope: Scope, text: string): ResourceNames {
  const query = { project: scope?.project ?? '', limit: ALL }
  const isAbout = (...targets: string[]) => scope !== null && targets.some((target) => text.includes(target))
  const { data: instancePage } = useQuery({
    ...apiQuery(instanceList, { query }),
    throwOnError: false,
    // Series of all these have the ID of an instance, also where the query doesn't name the field.
    enabled: isAbout('virtual_machine', 'virtual_disk', 'instance_'),
  })
  const { data: diskPage } = useQuery({
    ...apiQuery(diskList, { query }),
    throwOnError: false,
    enabled: isAbout('virtual_disk'),
  })
  const instances = instancePage?.items ?? NONE
  const disks = diskPage?.items ?? NONE
  return useMemo(() => {
    const all = new Map([...instances, ...disks].map(({ id, name }) => [id, name]))
    return { instances, disks, all }
  }, [instances, disks])
}

import { imageList } from '@granary/contract/generated/client.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { allQuery } from '../../api/queries.ts'
import { imageCatalog } from './catalog-query.ts'

/**
 * Returns the images that the server proposes to fetch, null if it fetches none or that is not known, and undefined
 * before its first answer. The read tells the first two apart.
 */
export function useCatalog() {
  const read = useQuery({ ...imageCatalog, throwOnError: false })
  const { data, isPending } = read
  // During a retry the form stays, with the draft.
  const [isAnswered, setAnswered] = useState(false)
  if (!isPending && !isAnswered) setAnswered(true)
  const images = data?.canFetch ? data.images : data || isAnswered ? null : undefined
  return { images, read }
}

/** Returns whether instances of a project had an image to boot from when this was first known; undefined before. */
export function useHasImages(project: string): boolean | undefined {
  const lists = [
    useQuery({ ...allQuery(imageList, { query: { project } }), throwOnError: false }),
    useQuery({ ...allQuery(imageList, {}), throwOnError: false }),
  ]
  const [first, setFirst] = useState<boolean>()
  const now = lists.some(({ data }) => data?.length)
  const isKnown = now || lists.every(({ isPending }) => !isPending)
  if (first === undefined && isKnown) setFirst(now)
  return first
}

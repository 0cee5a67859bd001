import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isFinal } from '../../api/errors.ts'
import { imageCatalog } from './catalog-query.ts'

/**
 * Returns the images that the server proposes to fetch, null if it fetches none or that is not known, and undefined
 * before its first answer. The error tells the last two apart.
 */
export function useCatalog() {
  const { data, error, isPending, refetch } = useQuery({ ...imageCatalog, throwOnError: false })
  // During a retry the form stays, with the draft.
  const [isAnswered, setAnswered] = useState(false)
  if (!isPending && !isAnswered) setAnswered(true)
  const images = data?.canFetch ? data.images : data || isAnswered ? null : undefined
  return { images, error: data || isFinal(error) ? null : error, refetch }
}

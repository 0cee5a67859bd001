import { now } from '../../time/clock.ts'
import { useEffect, useState } from 'react'
import type { Period } from '../chart/lines.ts'
import { isPreset, periodOf, type Range, rangeOfSearch, type RangeSearch, searchOfRange } from './ranges.ts'
import { timeInUrl } from './url-time.ts'

/** Returns the zoomed period of a URL, an interval of ISO 8601 ("start/end"); null for none and for any other text. */
export function zoomOfSearch({ zoom = '' }: Pick<RangeSearch, 'zoom'>): Period | null {
  const [from = null, to = null, ...more] = zoom.split('/').map(timeInUrl)
  return from !== null && to !== null && from < to && more.length === 0 ? [from, to] : null
}

/** Returns a zoomed period as it stands in a URL. */
export const searchOfZoom = (zoom: Period | null): Pick<RangeSearch, 'zoom'> => ({
  zoom: zoom?.map((time) => new Date(time).toISOString()).join('/'),
})

/**
 * Returns the range of a URL. If it is a preset that by now begins after the zoomed period, that period is the range, so
 * that an old link still shows it.
 * @param replace is called with what has to change in the URL then.
 */
export function useLinkedRange(search: RangeSearch, replace: (change: RangeSearch) => void): Range {
  const [openedAt] = useState(now)
  const range = rangeOfSearch(search)
  const zoom = zoomOfSearch(search)
  const isPast = zoom !== null && isPreset(range) && zoom[0] < periodOf(range, openedAt)[0]
  useEffect(() => {
    if (isPast) replace(searchOfRange(zoom))
    // oxlint-disable-next-line react/exhaustive-deps -- the rest is new in each render
  }, [isPast])
  return isPast ? zoom : range
}

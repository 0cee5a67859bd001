import { getRouteApi } from '@tanstack/react-router'
import { QueryPage } from './query-page.tsx'

const route = getRouteApi('/authenticated/system/metrics')

/** Queries over the series of the whole fleet. */
export const SystemMetrics = () => <QueryPage scope={null} search={route.useSearch()} />

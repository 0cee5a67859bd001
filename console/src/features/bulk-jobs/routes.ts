import { createRoute } from '@tanstack/react-router'
import { loadExtensions } from '../../app/extension-page.ts'
import { lazyPage } from '../../app/lazy-page.ts'
import { readAhead } from '../../api/queries.ts'
import { settingsRoute } from '../../app/routes.ts'
import { bulkJobs } from './jobs.ts'

const listRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'bulk-jobs',
  staticData: {
    crumb: { label: 'Bulk Jobs', to: '/settings/bulk-jobs' },
  },
  validateSearch: ({ job }: Record<string, unknown>): { job?: string } =>
    typeof job === 'string' ? { job } : {},
  loader: async ({ context: { queryClient } }) => {
    await loadExtensions()
    await readAhead(queryClient, bulkJobs)
  },
  component: lazyPage(() => import('./bulk-job-list.tsx'), 'BulkJobList'),
})

/** Routes of the signed-in user's bulk jobs and their results. */
export const inSettings = [listRoute] as const

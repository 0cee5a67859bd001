import { instanceView, projectView } from '@granary/contract/generated/client.ts'
import { isUuid } from '@granary/domain/names.ts'
import type { QueryClient } from '@tanstack/react-query'
import { createRoute, notFound, redirect } from '@tanstack/react-router'
import { ApiError } from '../../api/errors.ts'
import { apiQuery } from '../../api/queries.ts'
import { ErrorPage } from '../../app/error-page.tsx'
import { NotFoundPage } from '../../app/not-found-page.tsx'
import { authenticatedRoute } from '../../app/routes.ts'

/** Returns the address of an instance's page, by its id. @throws not found, also if the caller can't see the instance. */
async function pageOf(queryClient: QueryClient, instance: string) {
  // Names are unique within a project only.
  if (!isUuid(instance)) throw notFound()
  try {
    const { name, projectId } = await queryClient.fetchQuery(apiQuery(instanceView, { path: { instance } }))
    const project = await queryClient.fetchQuery(apiQuery(projectView, { path: { project: projectId } }))
    return { project: project.name, instance: name }
  } catch (error) {
    throw error instanceof ApiError && error.statusCode === 404 ? notFound() : error
  }
}

const lookupRoute = <Path extends string>(path: Path) =>
  createRoute({
    getParentRoute: () => authenticatedRoute,
    path,
    errorComponent: ErrorPage,
    notFoundComponent: NotFoundPage,
    loader: async ({ context: { queryClient }, params }) => {
      const { instance } = params as { instance: string }
      throw redirect({
        to: '/projects/$project/instances/$instance/storage',
        params: await pageOf(queryClient, instance),
        replace: true,
      })
    },
  })

/** Routes that find an instance by its id alone, for links from logs and other tools. */
export const inAuthenticated = [
  lookupRoute('/lookup/instances/$instance'),
  lookupRoute('/lookup/i/$instance'),
] as const

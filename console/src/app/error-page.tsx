import { accessList, policyView } from '@granary/contract/generated/client.ts'
import { useQuery } from '@tanstack/react-query'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { ApiError, messageOf } from '../api/errors.ts'
import { useExtensions } from '../api/extensions.ts'
import { apiQuery, optionalQuery } from '../api/queries.ts'
import { Button } from '../ui/button.tsx'
import { MessageBox } from '../ui/message-box.tsx'
import { DOCS } from './docs.ts'
import { NotFoundPage } from './not-found-page.tsx'
import { currentGroups, currentUser } from './session.ts'
import { MessagePage } from './message-page.tsx'

/** Maximum number of admins that are named. */
const MAX_ADMINS = 5
/** Milliseconds between two attempts to load a page when the server doesn't answer. */
const RETRY_INTERVAL = 3_000

/** Replaces a page that failed. When the server can't be reached, the page is retried until it answers. */
export function ErrorPage({ error }: ErrorComponentProps) {
  const router = useRouter()
  const unreachable = error instanceof ApiError && error.statusCode === 0
  useEffect(() => {
    if (!unreachable) return undefined
    const timer = setInterval(() => void router.invalidate(), RETRY_INTERVAL)
    return () => clearInterval(timer)
  }, [unreachable, router])
  if (error instanceof ApiError && error.statusCode === 404) return <NotFoundPage />
  const requestId = error instanceof ApiError ? error.requestId : undefined
  return (
    <MessagePage title="Something went wrong">
      <p>Please try again. If the problem persists, contact your administrator.</p>
      {error instanceof ApiError && error.statusCode === 403 && <RefusedNotice />}
      <p className="mt-3 wrap-break-word text-text-muted">{messageOf(error)}</p>
      {requestId && (
        <p className="mt-1 text-xs text-text-muted">
          Request <code className="font-mono">{requestId}</code>
        </p>
      )}
      <Button variant="secondary" size="sm" className="mt-5" onPress={() => void router.invalidate()}>
        Try again
      </Button>
    </MessagePage>
  )
}

/**
 * Explains why a page is refused, and the next step: a user without groups and roles most likely comes from a
 * misconfigured identity provider; a user with roles in projects only must know where those are.
 */
function RefusedNotice() {
  const user = useQuery({ ...currentUser, throwOnError: false }).data
  const groups = useQuery({ ...currentGroups, throwOnError: false }).data
  const access = useQuery(optionalQuery(useExtensions(), accessList, {})).data
  const policy = useQuery({ ...apiQuery(policyView, {}), throwOnError: false }).data
  if (!user || !groups || !policy) return null
  const admins = (access?.rows ?? [])
    .filter(({ grants }) => grants[0]?.roleName === 'admin')
    .flatMap(({ displayName }) => displayName ?? [])
    .slice(0, MAX_ADMINS)
  const who = [user.id, ...groups.items.map((group) => group.id)]
  if (policy.roleAssignments.some(({ identityId }) => who.includes(identityId))) return null
  return (
    <MessageBox variant="notice" className="mt-3 text-left">
      {groups.items.length === 0 ? (
        <>
          You have no role in this silo and belong to no group. Most likely the identity provider of the silo
          does not send the groups of its users. Ask an administrator to check it (
          <a href={DOCS.identityProviders} target="_blank" rel="noreferrer" className="text-accent underline">
            docs
          </a>
          ), or to give you a role.
        </>
      ) : (
        'Neither you nor your groups have a role in this silo.'
      )}
      {' A project in which you have a role is listed under Projects.'}
      {admins.length > 0 && ` Administrators of the silo: ${admins.join(', ')}.`}
    </MessageBox>
  )
}

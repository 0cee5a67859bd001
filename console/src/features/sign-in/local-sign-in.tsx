import { loginLocal } from '@granary/contract/generated/client.ts'
import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { ApiError } from '../../api/errors.ts'
import { request } from '../../api/request.ts'
import { Bound, required } from '../../app/kit/bound.tsx'
import { pathTo } from '../../app/paths.ts'
import { Button } from '../../ui/button.tsx'
import { addToast } from '../../ui/toast/toast-store.ts'
import { safeRedirect } from './safe-redirect.ts'
import { SignInLayout } from './sign-in-layout.tsx'
import { SignInField } from './sign-in-field.tsx'
import { SiloHeading } from './silo-heading.tsx'

const route = getRouteApi('/login/$silo/local')

/** Signs in with a user name and a local password of the silo. */
export function LocalSignIn() {
  const { silo } = route.useParams()
  const { redirect_uri: redirectUri } = route.useSearch()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const { control, handleSubmit, formState, setFocus } = useForm({
    defaultValues: { username: '', password: '' },
  })
  const [failure, setFailure] = useState<string | null>(null)
  useEffect(() => setFocus('username'), [setFocus])

  const signIn = handleSubmit(async ({ username, password }) => {
    setFailure(null)
    // Pasted text may have spaces around the name.
    const body = { username: username.trim(), password }
    try {
      await request(loginLocal, { path: { siloName: silo }, body })
    } catch (error) {
      const limited = error instanceof ApiError && error.statusCode === 429
      setFailure(limited ? `Could not sign in: ${error.message}.` : 'Could not sign in. Please try again.')
      return
    }
    // Clears data that a previous user loaded in this page.
    queryClient.clear()
    addToast({ content: 'Logged in' })
    // Back skips the form, which is of no more use.
    await navigate({ href: safeRedirect(redirectUri) ?? pathTo('/projects'), replace: true })
  })

  return (
    <SignInLayout>
      <SiloHeading silo={silo} />
      <form onSubmit={(event) => void signIn(event)} noValidate className="flex flex-col gap-3">
        <Bound control={control} name="username" problem={required('Username')}>
          {(field) => <SignInField {...field} label="Username" autoComplete="username" />}
        </Bound>
        <Bound control={control} name="password" problem={required('Password')}>
          {(field) => (
            <SignInField {...field} label="Password" type="password" autoComplete="current-password" />
          )}
        </Bound>
        <Button type="submit" className="w-full" loading={formState.isSubmitting}>
          Sign in
        </Button>
      </form>
      <div role="alert" className="mt-3 min-h-5 text-center text-sm text-danger">
        {failure}
      </div>
    </SignInLayout>
  )
}

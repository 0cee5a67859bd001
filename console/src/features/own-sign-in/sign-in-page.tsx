import { currentUserSignInView } from '@granary/contract/generated/client.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import LockKeyhole from 'lucide-react/icons/lock-keyhole'
import { apiQuery } from '../../api/queries.ts'
import { usePageExtensions } from '../../app/extension-page.ts'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { PasswordCard } from './password-card.tsx'
import { SecondFactorCard } from './second-factor-card.tsx'

/** Shows how the signed-in user signs in, and lets them change it. */
export function SignInPage() {
  const { data: signIn } = useSuspenseQuery(apiQuery(usePageExtensions().call(currentUserSignInView), {}))
  return (
    <>
      <PageHeader title="Sign-in" icon={<LockKeyhole />} />
      <div className="flex max-w-3xl flex-col gap-6">
        {signIn.method === 'password' ? (
          <>
            <PasswordCard />
            <SecondFactorCard signIn={signIn} />
          </>
        ) : (
          <p className="text-sm text-text-muted">
            You sign in through the identity provider of your organization, which also manages your password.
          </p>
        )}
      </div>
    </>
  )
}

import { Suspense, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { Card } from '../../ui/page/card.tsx'

const ChangePassword = lazyPart(() => import('./change-password.tsx'))

/** The password of the signed-in user, with the dialog that changes it. */
export function PasswordCard() {
  const [changing, setChanging] = useState(false)
  return (
    <>
      <Card
        title="Password"
        description="You sign in with your user name and this password."
        actions={
          <Button size="sm" variant="secondary" onPress={() => setChanging(true)}>
            Change password
          </Button>
        }
      />
      <Suspense fallback={null}>{changing && <ChangePassword onClose={() => setChanging(false)} />}</Suspense>
    </>
  )
}

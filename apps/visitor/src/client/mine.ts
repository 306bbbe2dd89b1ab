/** Script of "Your reports on this phone": lists the links that the outbox has kept. */
import { button, byId, linkTo, make, say, trackingPage, when } from './page.ts'
import { all, drop } from './store.ts'

const draw = async (): Promise<void> => {
  const own = (await all()).filter(({ token }) => token).reverse()
  byId('mine')?.replaceChildren(
    ...own.map(({ id, token = '', place, at }) =>
      make(
        'li',
        '',
        make('div', '', linkTo(trackingPage(token), place), make('small', when(at))),
        make(
          'div',
          '',
          button(say('mineForget'), async () => {
            await drop(id)
            await draw()
            document.querySelector('h1')?.focus()
          }),
        ),
      ),
    ),
  )
  byId('none')?.toggleAttribute('hidden', own.length > 0)
}

draw()

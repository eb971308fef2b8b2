"""Two people sign with their devices: one in software, the other in Chromium, whose own authenticator it is."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from croupier.floor.house.taking_over import book_of
from croupier.floor.verify.finding import Summary
from croupier.floor.verify.verification import verify
from tests.browser.conftest import DESK, Visit
from tests.web.server import SECRET, keeping_accounts, manager, serving
from tests.web.test_passkeys import ASKING, CREATE, register, sign


def hold_device(page: Page, *, verified: bool = True) -> str:
    """Give a page an authenticator of Chromium's; its person holds it, or somebody whom it does not know."""
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasUserVerification": True,
        "isUserVerified": verified,
        "automaticPresenceSimulation": True,
    }
    found: str = session.send("WebAuthn.addVirtualAuthenticator", {"options": options})["authenticatorId"]
    return found


@pytest.mark.always
def test_a_manager_registers_their_device_and_signs_with_it(tmp_path: Path, visit: Visit) -> None:
    opening = keeping_accounts(tmp_path)
    assert opening.floor is not None
    opening.floor.write_text(ASKING, encoding="utf-8")
    with serving(tmp_path, opening=opening) as served:
        for name in ("mia", "max"):
            assert served.venue.credentials.set_password(name, SECRET) is None
        mia = manager(served, "mia")
        assert sign(mia, register(mia), "house", CREATE).status_code == 200
        here = f"http://localhost:{served.port}"
        page = visit(f"{here}/sign-in", DESK, session=manager(served, "max").token, refused=(409,))
        hold_device(page)
        page.get_by_text("Register my passkey").click()
        expect(page.get_by_text("This house asks for the signature of your own device")).to_be_visible()
        form = page.locator("form").filter(has_text="This house asks for the signature")
        form.get_by_label("Your password").fill(SECRET)
        form.get_by_role("button", name="Register").click()
        expect(page.get_by_text("Your passkey for localhost signs what you sign here.")).to_be_visible()
        assert book_of(served.venue.floor).passkeys["max"].house == "localhost"
        page.evaluate("history.pushState({}, '', '/pit'); dispatchEvent(new PopStateEvent('popstate'))")
        button = page.locator("article.proposal").get_by_role("button").first
        button.click()
        expect(page.locator("article.proposal")).to_have_count(0)
        house = served.venue.floor.house()
        assert house is not None
        assert "eve" in house.accounts
        summary = Summary()
        with served.venue.floor.store.reading() as reading:
            assert not list(verify(reading, keys=served.venue.floor.keys, summary=summary))
        assert summary.signatures["passkey"] == 2
        page.evaluate("history.pushState({}, '', '/keys'); dispatchEvent(new PopStateEvent('popstate'))")
        form = page.locator("form").filter(has_text="Your passkey can lower that")
        form.get_by_label("Why").fill("the devices are lost")
        form.get_by_role("button", name="Let sessions sign again").click()
        expect(form).to_have_count(0)
        book = book_of(served.venue.floor)
        assert book.signing == "session"
        with served.venue.floor.store.reading() as reading:
            assert not list(verify(reading, keys=served.venue.floor.keys, summary=(last := Summary())))
        assert last.signatures["passkey"] == 3

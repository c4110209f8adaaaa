// Asks the browser for a passkey before a form is sent. Browsers that read options as JSON have all that it takes.
const {PublicKeyCredential: keys} = window;
const ASK = {
  create: (json) => navigator.credentials.create({publicKey: keys.parseCreationOptionsFromJSON(json)}),
  get: (json) => navigator.credentials.get({publicKey: keys.parseRequestOptionsFromJSON(json)}),
};

async function ask(place, form, fault) {
  fault.hidden = true;
  try {
    const credential = await ASK[place.dataset.passkey](JSON.parse(place.dataset.options));
    form.elements.credential.value = JSON.stringify(credential.toJSON());
    form.submit();
  } catch {
    // The reader went back, or there is none for this address.
    fault.hidden = false;
  }
}

if (keys?.parseCreationOptionsFromJSON && keys.parseRequestOptionsFromJSON)
  for (const place of document.querySelectorAll('[data-passkey]')) {
    const form = place.querySelector('form');
    place.querySelector('.without').hidden = true;
    place.querySelector('.with').hidden = false;
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      ask(place, form, place.querySelector('.with > .fault'));
    });
  }

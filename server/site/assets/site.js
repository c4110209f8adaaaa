import './newer.js';
import './suggest.js';
import './keys.js';
import './brush.js';
import './live.js';
import './copy.js';
import './signed_in.js';
import './reload.js';
